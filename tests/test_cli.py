"""The command line: it teaches, answers fast, and fails with a sentence."""

import subprocess
import sys

from tests.serving import WATCHED

HEAVY = ("fastapi", "sqlalchemy", "pydantic", "uvicorn")


def run_app(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments], capture_output=True, text=True, timeout=120, check=False
    )


def test_cli_without_command_prints_the_help():
    bare, helped = run_app(), run_app("--help")
    assert bare.returncode == helped.returncode == 0
    assert bare.stdout == helped.stdout
    assert "serve" in bare.stdout


def test_cli_unknown_command_is_refused_with_the_known_ones():
    answer = run_app("fly")
    assert answer.returncode == 2
    assert "serve" in answer.stderr


def test_cli_help_imports_nothing_heavy():
    code = "import sys, app.cli\n" + "try: app.cli.main(['--help'])\n"
    code += f"finally: print([name for name in {HEAVY} if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert answer.stdout.splitlines()[-1] == "[]"


def test_cli_health_with_a_port_that_is_none_says_so():
    answer = subprocess.run(
        [sys.executable, "-m", "app", "health"],
        env={"PATH": "/usr/bin:/bin", "TERRAHEDRON_PORT": "abc", **WATCHED},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == "TERRAHEDRON_PORT: must be a whole number; the default is 8000\n"
