"""The one command: from nothing to a served page, and cleanly back."""

import ipaddress
import signal
import socket
import sys
import time
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url

from app import serve
from app.cli import main
from app.config import Settings
from app.embedded.process import postmaster_of
from tests.databases import execute, in_own_loop
from tests.embedded.conftest import wait_until_gone
from tests.serving import PATIENCE, serving


def serves_on(*_: object) -> None:
    raise AssertionError("the server has started")


@pytest.fixture
def refused(monkeypatch, capfd):
    """Starts a server that cannot start, in this process, and returns its sentence."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
    signals = {number: signal.getsignal(number) for number in numbers}
    signal.signal(signal.SIGALRM, serves_on)
    signal.alarm(int(PATIENCE))

    def start(*arguments: str, **environment: str) -> str:
        for name in ("DATABASE_URL", "REDIS_URL"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        assert main(["serve", *arguments]) == 1
        words: str = capfd.readouterr().err
        return words

    yield start
    signal.alarm(0)
    for number, handler in signals.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda one: one.name)
def test_serve_answers_and_stops_all_of_it(tmp_path, number):
    with serving("--data", str(tmp_path)) as server:
        assert httpx.get(f"{server.address}/healthz", timeout=PATIENCE).status_code == 200
        assert httpx.get(f"{server.address}/readyz", timeout=PATIENCE).status_code == 200
        postgres = postmaster_of(tmp_path / "postgres")
        assert postgres
        code, words = server.end(number)
        assert (code, "Traceback" in words) == (0, False)
        assert postmaster_of(tmp_path / "postgres") is None
        assert wait_until_gone(postgres, 0)


def test_serve_second_server_says_who_was_first_and_what_to_do(tmp_path, refused):
    with serving("--data", str(tmp_path)) as server:
        words = refused("--data", str(tmp_path))
        for part in (str(tmp_path), f"process {server.process.pid}", server.address, "--data DIR"):
            assert part in words


def test_serve_killed_leaves_nothing_and_starts_again(tmp_path):
    with serving("--data", str(tmp_path)) as server:
        postgres = postmaster_of(tmp_path / "postgres")
        server.end(signal.SIGKILL)
        assert postgres
        assert wait_until_gone(postgres)
    with serving("--data", str(tmp_path)) as server:
        assert httpx.get(f"{server.address}/readyz", timeout=PATIENCE).status_code == 200


def test_serve_beside_a_given_database_starts_none_of_its_own(tmp_path, database_url):
    with serving("--data", str(tmp_path / "unused"), database_url=database_url) as server:
        assert httpx.get(f"{server.address}/readyz", timeout=PATIENCE).status_code == 200
        assert not (tmp_path / "unused").exists()


def test_serve_taken_port_is_named_with_a_way_out(database_url, refused):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = refused("--port", str(port), DATABASE_URL=database_url)
    assert f"Port {port}" in words
    assert f"--port {port + 1}" in words


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"TERRAHEDRON_PRT": "1"}, "There is no setting TERRAHEDRON_PRT"),
        (
            {"TERRAHEDRON_PORT": "abc"},
            "TERRAHEDRON_PORT: must be a whole number, at least 0 and at most",
        ),
        ({"DATABASE_URL": "mysql://me:hush@h/d"}, "DATABASE_URL: must be a PostgreSQL address"),
        ({"TERRAHEDRON_EMBEDDED": "false"}, "DATABASE_URL is missing"),
        ({"TERRAHEDRON_HOST": "no.such.host.invalid"}, "is no address of this computer"),
        (
            {"REDIS_URL": "localhost:6379"},
            "REDIS_URL: must be a Redis address such as redis://localhost:6379/0",
        ),
        ({"REDIS_URL": "http://me:hush@h"}, "REDIS_URL: must be a Redis address"),
        ({"REDIS_URL": "redis://:hu/sh@h"}, "REDIS_URL: must be a Redis address"),
        ({"TERRAHEDRON_FORWARDED_ALLOW_IPS": "caddy"}, "10.0.0.7,172.16.0.0/12; names are not looked up"),
        ({"TERRAHEDRON_FORWARDED_ALLOW_IPS": "10.0.0.7/8"}, "must be addresses or networks"),
        (
            {"TERRAHEDRON_LOG_LEVEL": "loud"},
            "must be one of debug, info, warning, error; the default is info",
        ),
        ({"DATABASE_URL": "postgresql://me:hush@no.such.host.invalid/d"}, "is called 'no.such.host.invalid'"),
    ],
)
def test_serve_impossible_setting_is_refused_with_a_sentence(tmp_path, refused, environment, sentence):
    words = refused("--data", str(tmp_path), **environment)
    assert sentence in words
    assert "hush" not in words


def test_serve_database_that_is_not_there_stops_the_start(refused):
    with socket.socket() as silent:  # nobody listens there, and nobody else can
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        words = refused("--port", "0", DATABASE_URL=f"postgresql://me:hush@127.0.0.1:{port}/d")
    assert f"The database postgresql://me:***@127.0.0.1:{port}/d cannot be used" in words
    assert f"nothing listens at 127.0.0.1:{port}. Start PostgreSQL there, or correct DATABASE_URL." in words


@pytest.mark.parametrize("folder", ["/dev/null/games", "/proc/games", "~nobody-of-that-name/games"])
def test_serve_folder_that_cannot_be_written_is_named_with_a_way_out(refused, folder):
    words = refused("--port", "0", "--data", folder)
    assert folder in words
    assert "--data DIR" in words


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"database": "missing"}, "there is no database 'missing'. Make it (createdb missing), or correct"),
        ({"username": "stranger"}, "the user 'stranger'"),
    ],
    ids=["database", "role"],
)
def test_serve_database_that_does_not_let_us_in_is_told_with_a_way_out(
    database_url, refused, change, sentence
):
    url = make_url(database_url).set(**change).render_as_string(hide_password=False)
    words = refused("--port", "0", DATABASE_URL=url)
    assert sentence in words
    assert "correct DATABASE_URL." in words
    assert len(words.splitlines()) == 1


def test_serve_database_that_may_lose_moves_is_refused_with_a_sentence(database_url, refused):
    name = make_url(database_url).database
    in_own_loop(execute(database_url, f"ALTER DATABASE {name} SET synchronous_commit = off"))
    words = refused("--port", "0", DATABASE_URL=database_url)
    assert words.startswith("PostgreSQL runs with synchronous_commit = off; moves could be lost. Turn it on")


def test_serve_port_that_is_not_ours_to_take_has_another_way_out_than_the_next(refused):
    assert refused("--port", "65535", "--host", "192.0.2.1").rstrip().endswith("try --port 8000.")


@pytest.mark.parametrize("pause", [0.0, 0.02])
def test_serve_second_ctrl_c_ends_it_as_cleanly_as_the_first(database_url, pause):
    with serving(database_url=database_url) as server:
        server.process.send_signal(signal.SIGINT)
        time.sleep(pause)
        code, words = server.end()
    assert code == 0
    assert "Traceback" not in words
    assert '"level": "error"' not in words


def test_serve_second_ctrl_c_does_not_wait_for_who_never_ends(database_url):
    with serving(database_url=database_url) as server:
        place = server.address.removeprefix("http://").split(":")
        with socket.create_connection((place[0], int(place[1]))) as half:
            half.sendall(b"POST /api/people HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n{")
            time.sleep(0.5)
            server.process.send_signal(signal.SIGINT)
            time.sleep(0.5)
            assert server.process.poll() is None
            code, words = server.end()
    assert code == 0
    assert "Traceback" not in words


def test_serve_answers_the_first_page_from_an_empty_folder(tmp_path):
    """How soon, `scripts/bench start` says."""
    with serving("--data", str(tmp_path / "new")) as server:
        assert httpx.get(f"{server.address}/", timeout=PATIENCE).status_code == 200


def test_serve_talks_as_much_as_it_likes(tmp_path, database_url):
    """What fills a pipe many times over holds up no test."""
    with serving(database_url=database_url, TERRAHEDRON_REQUESTS_PER_MINUTE="100000") as server:
        with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
            for number in range(600):
                assert client.get("/api/rooms", headers={"User-Agent": f"{number}"}).status_code == 200
        _, words = server.end()
        assert len(words) > 2**16


def test_scripts_run_is_the_same_command():
    assert 'exec .venv/bin/python -m app serve "$@"' in Path("scripts/run").read_text(encoding="utf-8")


def test_serve_says_the_address_that_others_can_type(monkeypatch):
    with serve.listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        assert serve.address_of(listening, None) == f"http://127.0.0.1:{port}"
        assert serve.address_of(listening, "https://play.example") == "https://play.example"
    with serve.listen("0.0.0.0", 0) as listening:
        port = listening.getsockname()[1]
        monkeypatch.setattr(serve, "network_address", lambda: "192.168.7.8")
        assert serve.address_of(listening, None) == f"http://192.168.7.8:{port}"
        monkeypatch.setattr(serve, "network_address", lambda: "fd00::7")
        assert serve.address_of(listening, None) == f"http://[fd00::7]:{port}"


def test_serve_where_there_is_no_network_is_reached_on_this_computer(monkeypatch):
    def unreachable(*_: object) -> None:
        raise OSError(101, "Network is unreachable")

    assert ipaddress.ip_address(serve.network_address())
    with monkeypatch.context() as without:
        without.setattr(socket.socket, "connect", unreachable)
        assert serve.network_address() == "127.0.0.1"


def test_serve_host_that_is_not_here_is_refused_with_a_way_out():
    with pytest.raises(serve.CannotServe, match=r"'nowhere\.invalid' is no address .*--host 127\.0\.0\.1"):
        serve.listen("nowhere.invalid", 0).__enter__()


@pytest.mark.parametrize(
    ("chosen", "is_terminal", "expected"),
    [
        ({}, True, ("warning", "text")),
        ({"log_level": "debug"}, True, ("debug", "text")),
        ({"log_level": "debug"}, False, ("debug", "json")),
        ({"log_format": "text"}, False, ("info", "text")),
        ({"log_format": "json"}, True, ("info", "json")),
    ],
)
def test_serve_logs_for_whoever_reads_it(monkeypatch, chosen, is_terminal, expected):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal, raising=False)
    assert serve.logging_for(Settings(**chosen)) == expected
