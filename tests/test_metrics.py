"""What a server counts, and who may read it."""

import asyncio
import time

import httpx

from app.main import create_app
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
    async with reading(app, "192.0.2.1") as stranger:
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
