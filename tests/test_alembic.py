"""Alembic works here as everybody knows it, by the same code as `python -m app migrate`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what migrations need, in which a test may write."""
    for folder in ("app", "migrations"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "alembic.ini", tmp_path)
    return tmp_path


def alembic(folder: Path, *arguments: str, url: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        [sys.executable, "-m", "alembic", *arguments],
        cwd=folder,
        env={**environment, **({"DATABASE_URL": url} if url else {})},
        capture_output=True,
        text=True,
        check=False,
    )


def versions(tree: Path) -> list[str]:
    return sorted(path.name for path in (tree / "migrations/versions").glob("*.py"))


def test_alembic_goes_down_and_up(database_url):
    assert alembic(ROOT, "downgrade", "-1", url=database_url).returncode == 0
    assert "(head)" not in alembic(ROOT, "current", url=database_url).stdout
    assert alembic(ROOT, "upgrade", "head", url=database_url).returncode == 0
    assert "(head)" in alembic(ROOT, "current", url=database_url).stdout


def test_alembic_writes_the_next_number_for_a_changed_model(tree, database_url):
    before = versions(tree)
    model = tree / "app/people/models.py"
    column = '    __tablename__ = "people"\n'
    text = model.read_text(encoding="utf-8")
    assert column in text
    model.write_text(text.replace(column, f"{column}    shoe_size: Mapped[int | None]\n"), encoding="utf-8")
    written = alembic(tree, "revision", "--autogenerate", "--message", "shoe size", url=database_url)
    assert written.returncode == 0, written.stderr
    assert versions(tree) == [*before, f"{len(before) + 1:04}_shoe_size.py"]
    assert alembic(tree, "upgrade", "head", url=database_url).returncode == 0
    assert alembic(tree, "check", url=database_url).returncode == 0


def test_alembic_writes_nothing_where_the_models_agree(tree, database_url):
    before = versions(tree)
    written = alembic(tree, "revision", "--autogenerate", "--message", "nothing", url=database_url)
    assert "nothing to write" in written.stdout
    assert versions(tree) == before


def test_alembic_without_a_database_says_what_it_needs():
    refused = alembic(ROOT, "upgrade", "head")
    assert refused.returncode != 0
    assert "DATABASE_URL" in refused.stdout + refused.stderr
    assert "Traceback" not in refused.stdout + refused.stderr
