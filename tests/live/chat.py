"""A chat of our own for the tests: speaks https with a certificate of an authority made for it, keeps what it
gets and answers as it is told.
"""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import ssl
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

LOCAL = "127.0.0.1"
NAME = "chat.example"  # another name of it


def named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def certificates(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """What the chat shows, and the file of the authority that vouches for it."""
    authority, own = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    now = datetime.datetime.now(datetime.UTC)

    def begun(name: str, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(named(name))
            .issuer_name(named("authority of the tests"))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=2))
        )

    names = [x509.IPAddress(ipaddress.ip_address(LOCAL)), x509.DNSName(NAME)]
    basic = x509.BasicConstraints(ca=True, path_length=0)
    trusted = begun("authority of the tests", authority).add_extension(basic, critical=True)
    shown = begun(NAME, own).add_extension(x509.SubjectAlternativeName(names), critical=False)
    pem = serialization.Encoding.PEM
    private = own.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "chat.pem").write_bytes(private + shown.sign(authority, hashes.SHA256()).public_bytes(pem))
    (folder / "authority.pem").write_bytes(trusted.sign(authority, hashes.SHA256()).public_bytes(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "chat.pem")
    return context, folder / "authority.pem"


@dataclass
class Received:
    """One message that has come."""

    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.raw)


@dataclass
class Chat:
    """What it got, and what it answers: to each path its own answers, one after the other, then 204."""

    port: int
    authority: Path
    received: list[Received] = field(default_factory=list)
    answers: dict[str, list[bytes]] = field(default_factory=dict)
    holds: bool = False  # takes what comes and does not answer

    def address(self, path: str = "/hook", host: str = LOCAL) -> str:
        return f"https://{host}:{self.port}{path}"

    @property
    def settings(self) -> dict[str, Any]:
        """With which a server may write to it."""
        return {
            "webhook_networks": f"{LOCAL}/32",
            "webhook_ports": str(self.port),
            "webhook_authorities": self.authority,
        }

    @property
    def environment(self) -> dict[str, str]:
        return {f"TERRAHEDRON_{name.upper()}": str(value) for name, value in self.settings.items()}

    def will_answer(self, path: str, *answers: int | bytes) -> None:
        """Statuses, or whole answers."""
        self.answers[path] = [
            one if isinstance(one, bytes) else b"HTTP/1.1 %d X\r\nContent-Length: 0\r\n\r\n" % one
            for one in answers
        ]

    def got(self, path: str = "/hook") -> list[Received]:
        return [one for one in self.received if one.path == path]

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        path = first.split(" ")[1]
        waiting = self.answers.get(path)
        self.received.append(
            Received(path, headers, await reader.readexactly(int(headers["content-length"])))
        )
        if self.holds:
            return
        writer.write(waiting.pop(0) if waiting else b"HTTP/1.1 204 X\r\n\r\n")
        await writer.drain()
        writer.close()


@asynccontextmanager
async def chat(folder: Path) -> AsyncIterator[Chat]:
    own, authority = certificates(folder)
    made = Chat(0, authority)
    server = await asyncio.start_server(made.handle, LOCAL, 0, ssl=own)
    made.port = server.sockets[0].getsockname()[1]
    async with server:
        yield made


@contextmanager
def chat_beside(folder: Path) -> Iterator[Chat]:
    """The same in a thread of its own, for tests that wait for a browser."""
    ready, loop, end = threading.Event(), asyncio.new_event_loop(), asyncio.Event()
    found: list[Chat] = []

    async def live() -> None:
        async with chat(folder) as made:
            found.append(made)
            ready.set()
            await end.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(live()), daemon=True)
    thread.start()
    ready.wait()
    yield found[0]
    loop.call_soon_threadsafe(end.set)
    thread.join()
    loop.close()
