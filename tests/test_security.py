"""Who may make a browser do something, how often, and what every answer carries."""

import re
from base64 import b64encode
from hashlib import sha256

import httpx
import pytest

from app.limits import Allowance, Buckets
from app.main import create_app
from app.security import address
from tests.guests import BROWSER, NONCE, ORIGIN, answered, join, refused, serving

CLIENT = {"type": "http", "headers": []}
FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "https://testserver"},
    {"Origin": "http://testserver:8080"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "http://evil.testserver"},
    {"Origin": ORIGIN, "Sec-Fetch-Site": "cross-site"},
    {"Origin": ORIGIN, "Sec-Fetch-Site": "same-site"},
    {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
]
OWN = [BROWSER, {"Origin": ORIGIN}, {"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://TESTSERVER"}]


async def browser(client: httpx.AsyncClient) -> httpx.AsyncClient:
    """`client` as a browser in which somebody has made a room: it has the cookie from now on."""
    answered(await client.post("/api/rooms", json={}, headers=BROWSER))
    assert "terrahedron" in client.cookies
    return client


@pytest.mark.parametrize("headers", FOREIGN)
async def test_foreign_page_changes_nothing(client, headers):
    visitor = await browser(client)
    refused(
        await visitor.patch("/api/people/me", json={"name": "Eve"}, headers=headers), 403, "foreign_origin"
    )
    assert (await visitor.get("/api/people/me")).json()["name"] != "Eve"


async def test_cookie_without_any_proof_changes_nothing(client):
    visitor = await browser(client)
    refused(await visitor.patch("/api/people/me", json={"name": "Eve"}), 403, "foreign_origin")


@pytest.mark.parametrize("headers", OWN)
async def test_own_page_may(client, headers):
    visitor = await browser(client)
    assert (
        answered(await visitor.patch("/api/people/me", json={"name": "Ada"}, headers=headers))["name"]
        == "Ada"
    )


@pytest.mark.parametrize("headers", [*FOREIGN, {}])
async def test_bearer_token_needs_no_proof(client, headers):
    guest = await join(client)
    headers = {**headers, "Authorization": f"Bearer {guest.token}"}
    answered(await client.patch("/api/people/me", json={"name": "Bot"}, headers=headers))


async def test_bearer_token_shuts_the_cookie_out(client):
    """A made-up token must not open the way for the cookie that comes along."""
    visitor = await browser(client)
    headers = {"Authorization": "Bearer made-up", "Origin": "http://evil.example"}
    refused(
        await visitor.patch("/api/people/me", json={"name": "Eve"}, headers=headers), 401, "not_signed_in"
    )
    headers = {"Authorization": "Basic Og==", "Origin": "http://evil.example"}
    refused(
        await visitor.patch("/api/people/me", json={"name": "Eve"}, headers=headers), 401, "not_signed_in"
    )


async def test_foreign_form_is_refused_before_anything_else(client):
    visitor = await browser(client)
    answer = await visitor.post(
        "/api/people/me/sessions/revoke-others", data={"a": "b"}, headers={"Origin": "http://evil.example"}
    )
    refused(answer, 403, "foreign_origin")


async def test_public_origin_is_the_only_one_where_it_is_set(settings):
    async with serving(settings, "http://inside", public_origin="https://planets.example") as asking:
        own, inside = {"Origin": "https://planets.example"}, {"Origin": "http://inside"}
        made = answered(await asking.post("/api/rooms", json={}, headers=own))
        assert made["invite_url"].startswith("https://planets.example/i/")
        refused(await asking.post("/api/rooms", json={}, headers=inside), 403, "foreign_origin")


async def test_cookie_is_kept_from_scripts_and_other_sites(client, settings):
    answer = await client.post("/api/rooms", json={}, headers=BROWSER)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("terrahedron=")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert "Domain" not in cookie


async def test_cookie_on_https_is_bound_to_the_host(settings):
    async with serving(
        settings, "https://planets.example", public_origin="https://planets.example"
    ) as asking:
        answer = await asking.post("/api/rooms", json={}, headers={"Origin": "https://planets.example"})
        cookie = answer.headers["Set-Cookie"]
        assert cookie.startswith("__Host-terrahedron=")
        assert {"HttpOnly", "SameSite=lax", "Path=/", "Secure"} <= set(cookie.split("; "))
        assert "max-age" in answer.headers["Strict-Transport-Security"]
        assert answered(await asking.get("/api/people/me"))["name"]


async def test_get_makes_nobody(client):
    for path in ("/api/rooms", "/api/people/me", "/api/rooms/22222", "/api/invites/abc"):
        assert "Set-Cookie" not in (await client.get(path, headers=BROWSER)).headers


async def test_program_without_a_token_is_told_to_get_one(client):
    refused(await client.post("/api/rooms", json={}), 401, "not_signed_in")


async def test_every_answer_carries_its_headers(client):
    for path in ("/api/rooms", "/api/nothing", "/healthz"):
        headers = (await client.get(path)).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/", "/nothing-here"])
async def test_page_may_load_our_own_files_and_its_one_inline_script(client, path):
    answer = await client.get(path, headers={"Accept": "text/html"})
    policy = dict(rule.split(" ", 1) for rule in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert (policy["font-src"], policy["connect-src"]) == ("'self'", "'self'")
    inline = re.findall(
        r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", (await client.get("/")).text, re.DOTALL
    )
    hashes = [b64encode(sha256(one.encode()).digest()).decode() for one in inline]
    assert policy["script-src"] == " ".join(["'self'", *(f"'sha256-{one}'" for one in hashes)])


@pytest.mark.usefixtures("standing_clock")
async def test_requests_of_one_address_are_limited(settings):
    application = create_app(settings.model_copy(update={"requests_per_minute": 5}))

    def from_(host: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=application, client=(host, 1))
        return httpx.AsyncClient(transport=transport, base_url="http://testserver")

    async with from_("192.0.2.1") as one, from_("192.0.2.2") as other:
        answers = [await one.get("/api/nothing") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [404] * 5 + [429]
        assert int(answers[-1].headers["Retry-After"]) >= 1
        spoofed = await one.get("/api/nothing", headers={"X-Forwarded-For": "192.0.2.9"})
        assert spoofed.status_code == 429
        assert (await other.get("/api/nothing")).status_code == 404
        assert (await one.get("/healthz")).status_code == 200


@pytest.mark.usefixtures("standing_clock")
async def test_address_behind_a_trusted_proxy_is_the_visitors(settings):
    application = create_app(settings.model_copy(update={"requests_per_minute": 2}))
    transport = httpx.ASGITransport(app=application, client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as proxy:
        for visitor in ("192.0.2.1", "192.0.2.2", "192.0.2.3"):
            headers = {"X-Forwarded-For": f"203.0.113.7, {visitor}"}
            statuses = [(await proxy.get("/api/nothing", headers=headers)).status_code for _ in range(3)]
            assert statuses == [404, 404, 429]


@pytest.mark.usefixtures("standing_clock")
async def test_changes_of_one_person_are_limited(settings):
    async with serving(settings, changes_per_minute=3) as asking:
        guest = await join(asking)
        answers = [await guest.ask("PATCH", "/people/me", {"name": f"N {x}"}) for x in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert (await guest.get("/people/me"))["name"] == "N 2"


@pytest.mark.usefixtures("standing_clock")
async def test_new_people_and_rooms_are_limited(settings):
    limits = {"people_per_hour": 2, "rooms_per_hour": 3, "open_rooms_per_person": 2}
    async with serving(settings, **limits) as asking:
        guest = await join(asking)
        await join(asking)
        refused(await asking.post("/api/people"), 429, "too_many")
        await guest.make_room()
        room = await guest.make_room()
        refused(await guest.ask("POST", "/rooms", {}), 429, "too_many_rooms")
        await guest.post(f"{room.path}/leave")
        refused(await guest.ask("POST", "/rooms", {}), 429, "too_many")


async def test_rooms_of_a_server_are_limited(settings):
    async with serving(settings, open_rooms=1) as asking:
        await (await join(asking)).make_room()
        refused(await (await join(asking)).ask("POST", "/rooms", {"nonce": NONCE}), 429, "too_many_rooms")


def test_bucket_refills_with_time():
    now = [0.0]
    buckets = Buckets(Allowance(rate=2, burst=4), clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(5)] == [True] * 4 + [False]
    assert buckets.wait("a") == 1
    now[0] = 1.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    now[0] = 100.0
    assert buckets.level("a") == 4


def test_buckets_forget_the_longest_unused(monkeypatch):
    monkeypatch.setattr("app.limits.MAX_BUCKETS", 2)
    buckets = Buckets(Allowance(rate=1, burst=1), clock=lambda: 0.0)
    for key in "abc":
        assert buckets.take(key)
    assert list(buckets.buckets) == ["b", "c"]


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("testclient", "testclient"),
    ],
)
def test_address_of_a_household_is_one(host, key):
    from starlette.requests import HTTPConnection

    assert address(HTTPConnection({**CLIENT, "client": (host, 1)})) == key
