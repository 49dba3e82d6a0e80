"""What a server counts, and who may read it."""

import asyncio
import time

import httpx

from app.access_log import Pseudonyms, trace_of
from app.main import create_app, lifespan
from tests.guests import join


def reading(app, host: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=app, client=(host, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://testserver")


async def test_metrics_count_routes_not_paths(app, client):
    room = await (await join(client)).make_room()
    await room.look()
    await client.get("/api/nothing")
    async with reading(app, "127.0.0.1") as local:
        text = (await local.get("/metrics")).text
    assert 'terrahedron_requests_total{method="GET",route="/api/rooms/{code}",status="2xx"} 1.0' in text
    assert 'route="other",status="4xx"} 1.0' in text
    assert room.code not in text
    assert "process_resident_memory_bytes" in text


async def test_metrics_tell_how_late_the_loop_is(app):
    lag = app.state.metrics.lag
    before = lag._sum.get()
    async with asyncio.timeout(60):
        while lag._sum.get() - before < 0.1:
            time.sleep(0.15)
            await asyncio.sleep(0.01)
    async with reading(app, "127.0.0.1") as local:
        assert 'terrahedron_loop_lag_seconds_bucket{le="0.02"}' in (await local.get("/metrics")).text


async def test_metrics_are_for_this_computer_alone(app):
    async with reading(app, "192.0.2.1") as stranger:
        assert (await stranger.get("/metrics")).status_code == 404
    async with reading(app, "127.0.0.1") as proxy:
        assert (await proxy.get("/metrics")).status_code == 200
        for headers in (
            {"X-Forwarded-For": "192.0.2.1"},
            {"X-Forwarded-For": "127.0.0.1"},
            {"Forwarded": "x"},
        ):
            assert (await proxy.get("/metrics", headers=headers)).status_code == 404


async def test_metrics_are_for_whoever_has_the_token(settings):
    app = create_app(settings.model_copy(update={"metrics_token": "sesame"}))
    async with lifespan(app), reading(app, "192.0.2.1") as stranger:
        assert (await stranger.get("/metrics")).status_code == 404
        for token, status in (("sesam", 404), ("sesame", 200)):
            answer = await stranger.get("/metrics", headers={"Authorization": f"Bearer {token}"})
            assert answer.status_code == status


async def test_odd_methods_share_one_label(app, client):
    for method in ("BREW", "PROPFIND"):
        await client.request(method, "/api/rooms")
    async with reading(app, "127.0.0.1") as local:
        text = (await local.get("/metrics")).text
    assert "BREW" not in text
    assert 'method="other"' in text


async def test_readiness_ends_with_draining(app, client):
    assert (await client.get("/readyz")).status_code == 200
    await app.state.tables.drain()
    assert (await client.get("/readyz")).status_code == 503
    assert (await client.get("/healthz")).status_code == 200


async def test_metrics_tell_rooms_and_refusals(app, client):
    await (await join(client)).make_room()
    await client.get("/api/nothing")
    async with reading(app, "127.0.0.1") as local:
        text = (await local.get("/metrics")).text
    assert "terrahedron_rooms_open 1.0" in text
    assert 'terrahedron_refusals_total{by="request",code="not_found"} 1.0' in text
    size = next(line for line in text.splitlines() if line.startswith("terrahedron_database_bytes "))
    assert float(size.split()[1]) > 1_000_000


async def test_metrics_tell_what_was_too_much_by_the_limit(settings):
    app = create_app(settings.model_copy(update={"requests_per_minute": 1}))
    async with lifespan(app), reading(app, "127.0.0.1") as local:
        answers = [(await local.get("/api/rooms/first")).status_code for _ in range(3)]
        app.state.limits.requests.buckets.clear()
        text = (await local.get("/metrics")).text
    assert 429 in answers
    assert 'terrahedron_limited_total{limit="requests"}' in text


def test_a_visitor_has_one_word_a_day_that_does_not_tell_the_address():
    words = Pseudonyms()
    word = words.of("192.0.2.1")
    assert word == words.of("192.0.2.1") != words.of("192.0.2.2")
    words.day -= 1
    assert word != words.of("192.0.2.1")


def test_a_trace_is_taken_from_a_proxy_that_writes_it_as_it_should():
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    for value, found in (
        (f"00-{trace}-00f067aa0ba902b7-01", trace),
        (f"00-{'0' * 32}-00f067aa0ba902b7-01", None),
        ("nonsense", None),
    ):
        assert trace_of({"headers": [(b"traceparent", value.encode())]}) == found
    assert trace_of({"headers": []}) is None
