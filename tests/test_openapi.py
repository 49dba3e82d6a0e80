"""The API as its own description says: every answer documented, and nothing sent to it breaks it."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings, strategies
from schemathesis import checks
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from app.config import Settings
from app.main import create_app
from tests.guests import NONCE
from tests.serving import PATIENCE

EXAMPLES = 25  # of each operation
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
PLENTY: dict[str, Any] = dict.fromkeys(
    (
        "people_per_hour",
        "rooms_per_hour",
        "analyses_per_hour",
        "open_rooms",
        "open_rooms_per_person",
        "requests_per_minute",
        "changes_per_minute",
        "misses_per_minute",
    ),
    1_000_000,
)


@dataclass(frozen=True)
class Served:
    """An app behind a real port, with somebody in it who has a room."""

    url: str
    token: str
    code: str
    invite: str


def serve(app, started: threading.Event, stop: list[uvicorn.Server]) -> None:
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False))
    stop.append(server)

    async def run() -> None:
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        started.set()
        await serving

    asyncio.run(run())


@pytest.fixture(scope="module")
def served(make_database, tmp_path_factory) -> Iterator[Served]:
    app = create_app(Settings(database_url=make_database(), data=tmp_path_factory.mktemp("data"), **PLENTY))
    started = threading.Event()
    servers: list[uvicorn.Server] = []
    thread = threading.Thread(target=serve, args=(app, started, servers))
    thread.start()
    assert started.wait(PATIENCE)
    port = servers[0].servers[0].sockets[0].getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        token = client.post("/api/people").json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        made = client.post("/api/rooms", headers=headers, json={"nonce": NONCE}).json()
    yield Served(url, token, made["room"]["code"], made["invite"])
    servers[0].should_exit = True
    thread.join(PATIENCE)


def test_api_answers_as_documented(served: Served):
    api = schemathesis.openapi.from_url(f"{served.url}/api/openapi.json")
    for found in api.get_all_operations():
        assert isinstance(found, Ok), found
        ask_all_sorts(found.ok(), served)


def ask_all_sorts(operation, served: Served) -> None:
    """Fitting and unfitting requests, some of them at a room that is there, most by somebody we know."""

    @given(data=strategies.data())
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    def ask(data) -> None:
        mode = data.draw(strategies.sampled_from(list(GenerationMode)))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if "code" in case.path_parameters and data.draw(strategies.booleans()):
            case.path_parameters["code"] = served.code
        is_farewell = operation.label in ("DELETE /api/people/me", "POST /api/rooms/{code}/leave")
        is_known = data.draw(strategies.integers(0, 3)) > 0 and not is_farewell
        headers = {"Authorization": f"Bearer {served.token}"} if is_known else {}
        case.call_and_validate(headers=headers, checks=CHECKS)

    ask()


def test_api_documents_every_error(app):
    for path, operations in app.openapi()["paths"].items():
        for method, operation in operations.items():
            said = set(operation["responses"])
            assert {"429", "503"} <= said, (method, path)
            if method != "get":
                assert {"400", "403", "413", "415", "422"} <= said, (method, path)


def test_api_errors_have_one_shape(app):
    for path, operations in app.openapi()["paths"].items():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    content = answer["content"]["application/json"]["schema"]
                    assert content == {"$ref": "#/components/schemas/Problem"}, path
