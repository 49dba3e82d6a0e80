"""What the server is made of: every package under a licence that lets anybody use it, and asked about."""

import json
import re
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from scripts.locked import locked_packages

FREE = {
    "0BSD", "Apache-2.0", "BSD-0-Clause", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MPL-2.0",
    "OFL-1.1", "PSF-2.0",
}  # fmt: skip


class Advisories(BaseHTTPRequestHandler):
    """A source of advisories that knows of one, for orjson."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        told = [
            {"vulns": [{"id": "GHSA-test"}]} if query["package"]["name"] == "orjson" else {}
            for query in asked
        ]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"results": told}).encode())

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def source() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Advisories)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def run(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([f"scripts/{script}", *words], capture_output=True, text=True, check=False)


def test_every_package_of_the_server_may_be_used_by_anybody():
    packages = [package for package in locked_packages() if package.is_for_here]
    assert len(packages) > 20
    for one in packages:
        assert set(re.split(r" AND | OR ", re.sub(r"[()]", "", one.licence))) <= FREE, one


def test_bill_of_materials_names_them_all_and_is_the_same_each_time():
    first, second = run("licences", "--sbom"), run("licences", "--sbom")
    assert first.stdout == second.stdout
    told = json.loads(first.stdout)
    assert told["specVersion"] == "1.6"
    addresses = [one["purl"] for one in told["components"]]
    assert addresses == [one.address for one in locked_packages() if one.is_for_here]
    assert any(address.startswith("pkg:npm/three@") for address in addresses)
    for line in run("licences").stdout.splitlines():
        assert line.split()[1] in {one["name"] for one in told["components"]}


def test_audit_names_what_an_advisory_holds_for(source):
    answer = run("audit", source)
    assert answer.returncode == 1
    assert "orjson" in answer.stdout
    assert "GHSA-test" in answer.stdout
    assert "1 advisories" in answer.stdout


def test_audit_that_cannot_ask_says_that_nothing_was_checked():
    answer = run("audit", "http://127.0.0.1:9")
    assert (answer.returncode, answer.stdout) == (3, "")
    assert "Nothing was checked" in answer.stderr
