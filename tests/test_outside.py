"""Addresses that strangers give us lead to the public internet, or nowhere."""

import asyncio
import socket

import pytest

from app.outside import NotOutside, Outside, is_public, read_address, read_head
from tests.live.push_service import LOCAL, push_service


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "198.18.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1",
        "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "2002:a00:1::",
        "64:ff9b::7f00:1", "2001:db8::1", "240.0.0.1", "fec0::1", "::127.0.0.1", "::1.1.1.1", "3fff::1",
        "64:ff9b:1::101:101", "2002:101:101::1", "2001:0:101:101::1", "192.88.99.1", "5f00::1", "100::1",
        "::ffff:0:127.0.0.1",
    ],
)  # fmt: skip
def test_address_of_a_network_of_ones_own_is_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"])
def test_address_of_the_internet_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/", "ftp://push.example/", "https://", "https://push.example:80/",
        "https://push.example:x/", "https://a:b@push.example/", "https://@push.example/",
        "https://push.example/#x", "https://push.example/ x", "https://push.example\\@127.0.0.1/",
        "https://push.example/\r\nHost: x", "//push.example/", "", "https://p\u00fcsh.example/",
        "https://[::1/", "https://push.example/" + "x" * 1000,
    ],
)  # fmt: skip
def test_address_that_is_no_plain_https_address_is_refused(address):
    with pytest.raises(NotOutside):
        read_address(address)


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "127.1", "10.0.0.1"],
)
async def test_nothing_is_asked_of_our_own_network_however_it_is_written(host):
    with pytest.raises((NotOutside, socket.gaierror)):
        await Outside().post(f"https://{host}/x", {}, b"")


async def test_name_with_one_address_of_our_own_is_not_asked(monkeypatch):
    both = [(socket.AF_INET, 1, 6, "", (address, 443)) for address in ("1.1.1.1", "10.0.0.1")]

    async def looked_up(*_: object, **__: object) -> object:
        return both

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", looked_up, raising=False)
    with pytest.raises(NotOutside):
        await Outside().post("https://rebinding.example/x", {}, b"")


async def test_redirect_is_an_answer_and_not_followed(tmp_path):
    async with push_service(tmp_path) as service:
        browser = service.browser("moved")
        service.will_answer(browser, (307, {"Location": "https://127.0.0.1/"}))
        service.check_sender = lambda _headers: None
        answer = await service.outside.post(browser.endpoint, {}, b"")
        assert (answer.status, service.asked) == (307, 1)


async def test_service_without_a_name_that_we_trust_is_told_nothing(tmp_path):
    async with push_service(tmp_path) as service:
        out = Outside(lambda address: address == LOCAL, frozenset({service.port}))
        with pytest.raises(OSError, match=r"certificate verify failed"):
            await out.post(service.browser("x").endpoint, {}, b"")
        assert service.asked == 0


@pytest.mark.parametrize("head", [b"", b"SSH-2.0-x\r\n", b"HTTP/1.1\r\n", b"HTTP/1.1 abc X\r\n"])
def test_answer_that_is_none_is_as_if_nobody_answered(head):
    with pytest.raises(ConnectionError):
        read_head(head)
