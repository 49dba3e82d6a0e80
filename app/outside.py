"""Requests to addresses that strangers have given us: only https, only to the public internet, no redirects.

A name is looked up once, every address it has must be a public one, and we connect to one of those: a name
that means something else a moment later leads nowhere. Names of our own network, its addresses in whatever
writing, other ports and addresses with a user are refused before anything is asked.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

HTTPS = 443
LONGEST_ADDRESS = 1000
SECONDS = 10.0
MOST_HEAD = 16_384  # bytes of an answer's head; its body is not read
UNICAST = ipaddress.ip_network("2000::/3")  # all of IPv6 that is the internet
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # in which the internet of IPv4 is seen from IPv6 alone
# 6to4 and Teredo, which lead into networks of IPv4; what is for documents; and the way into 6to4.
NOWHERE = [ipaddress.ip_network(one) for one in ("2002::/16", "2001::/32", "3fff::/20", "192.88.99.0/24")]


class NotOutside(Exception):
    """An address that we ask nothing of."""


@dataclass(frozen=True, slots=True)
class OutsideAnswer:
    """What came back."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet, by whatever way it is written into a longer one."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in NAT64 else ip.ipv4_mapped
        if inner is not None:
            return is_public(str(inner))
        if ip not in UNICAST:
            return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or any(ip in one for one in NOWHERE))


def read_address(address: str, ports: frozenset[int] = frozenset({HTTPS})) -> SplitResult:
    """An address that may be asked something, once its name has been looked up."""
    try:
        parts = urlsplit(address)
        port = parts.port or HTTPS
    except ValueError:
        raise NotOutside("no address") from None
    is_plain = address.isascii() and address.isprintable() and " " not in address and "\\" not in address
    if not is_plain or len(address) > LONGEST_ADDRESS or parts.scheme != "https" or not parts.hostname:
        raise NotOutside("no https address")
    if parts.username is not None or parts.password is not None or parts.fragment or port not in ports:
        raise NotOutside("a user, a fragment or another port")
    return parts


@cache
def known_authorities(file: Path | None = None) -> ssl.SSLContext:
    """Whom this machine trusts, and who is in `file`; reading them takes 30 ms, so only who asks waits."""
    trust = ssl.create_default_context()
    if file is not None:
        trust.load_verify_locations(file)
    return trust


@dataclass(frozen=True)
class Outside:
    """The way out."""

    is_allowed: Callable[[str], bool] = is_public
    ports: frozenset[int] = frozenset({HTTPS})
    trust: Callable[[], ssl.SSLContext] = known_authorities

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> OutsideAnswer:
        """Send this. Raises NotOutside, and OSError or TimeoutError where nobody answers."""
        parts = read_address(address, self.ports)
        async with asyncio.timeout(SECONDS):
            return await self._sent(parts, await self._looked_up(parts), headers, body)

    async def vet(self, address: str) -> None:
        """Raises NotOutside for what may not be asked, OSError or TimeoutError for a name nobody knows."""
        async with asyncio.timeout(SECONDS):
            await self._looked_up(read_address(address, self.ports))

    async def _looked_up(self, parts: SplitResult) -> str:
        """One of the addresses of a name, if all of them may be asked."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(parts.hostname, parts.port or HTTPS, type=socket.SOCK_STREAM)
        addresses = [str(one[4][0]) for one in found]
        if not addresses or not all(map(self.is_allowed, addresses)):
            raise NotOutside("an address that is not public")
        return addresses[0]

    async def _sent(
        self, parts: SplitResult, host: str, headers: Mapping[str, str], body: bytes
    ) -> OutsideAnswer:
        reader, writer = await asyncio.open_connection(
            host, parts.port or HTTPS, ssl=self.trust(), server_hostname=parts.hostname, limit=MOST_HEAD
        )
        try:
            writer.write(request_bytes(parts, headers, body))
            await writer.drain()
            return read_head(await reader.readuntil(b"\r\n\r\n"))
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise ConnectionError("no answer that could be read") from error
        finally:
            writer.transport.abort()


def request_bytes(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    """One request, after whose answer the connection ends."""
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    all_headers = {"Host": parts.netloc, **headers, "Content-Length": len(body), "Connection": "close"}
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def read_head(head: bytes) -> OutsideAnswer:
    first, *lines = head.decode("latin-1").split("\r\n")
    status = first.split(" ")[1:2]
    if not first.startswith("HTTP/1.") or not status or not status[0].isdecimal():
        raise ConnectionError("no answer in HTTP")
    pairs = (line.partition(":") for line in lines if ":" in line)
    return OutsideAnswer(int(status[0]), {name.strip().lower(): value.strip() for name, _, value in pairs})
