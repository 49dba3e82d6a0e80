"""A push service of our own for the tests: speaks https, decrypts what it gets as a browser would, checks who
sends it, and answers as it is told.
"""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from app.outside import Outside
from app.push.encryption import decoded, encoded, point_of

LOCAL = "127.0.0.1"


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass
class Browser:
    """One that has subscribed: its keys, and its address at the push service."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"0123456789abcdef"

    @property
    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": encoded(point_of(self.key)), "auth": encoded(self.secret)}
        return {"endpoint": self.endpoint, "keys": keys}

    def decrypt(self, body: bytes) -> bytes:
        """As RFC 8291 says it, apart from our own code."""
        salt, size, sender = body[:16], body[20], body[21 : 21 + body[20]]
        assert int.from_bytes(body[16:20], "big") >= len(body) - 21 - size
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), public)
        info = b"WebPush: info\0" + point_of(self.key) + sender
        secret = derived(self.secret, shared, info, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, body[21 + size :], None).rstrip(b"\0")
        assert text[-1:] == b"\x02"
        return text[:-1]


@dataclass
class Pushed:
    """One message that has come."""

    path: str
    headers: dict[str, str]
    told: dict[str, Any]
    size: int


class PushService:
    """What it got, and what it answers: to each path its own statuses, one after the other, then 201."""

    def __init__(self, port: int, trust: ssl.SSLContext) -> None:
        self.port = port
        self.trust = trust
        self.browsers: dict[str, Browser] = {}
        self.pushed: list[Pushed] = []
        self.asked = 0
        self.answers: dict[str, list[tuple[int, dict[str, str]]]] = {}

    @property
    def outside(self) -> Outside:
        """The way out for a server under test: this service is all there is of the internet."""
        return Outside(lambda address: address == LOCAL, frozenset({self.port}), lambda: self.trust)

    def browser(self, name: str) -> Browser:
        path = f"/push/{name}"
        found = self.browsers[path] = Browser(f"https://{LOCAL}:{self.port}{path}")
        return found

    def will_answer(self, browser: Browser, *answers: int | tuple[int, dict[str, str]]) -> None:
        path = "/" + browser.endpoint.split("/", 3)[3]
        self.answers[path] = [one if isinstance(one, tuple) else (one, {}) for one in answers]

    def told(self, browser: Browser) -> list[Pushed]:
        return [one for one in self.pushed if browser.endpoint.endswith(one.path)]

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        path = first.split(" ")[1]
        self.asked += 1
        waiting = self.answers.get(path)
        status, more = waiting.pop(0) if waiting else (201, {})
        self.check_sender(headers)
        if status < 300:
            told = json.loads(self.browsers[path].decrypt(body))
            self.pushed.append(Pushed(path, headers, told, len(body)))
        extra = "".join(f"{name}: {value}\r\n" for name, value in more.items())
        writer.write(f"HTTP/1.1 {status} X\r\n{extra}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    def check_sender(self, headers: dict[str, str]) -> None:
        """RFC 8292: signed with the key beside it, for us, and not for long."""
        kind, _, rest = headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        signed, _, signature = parts["t"].rpartition(".")
        raw = decoded(signature)
        pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
        key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
        claims = json.loads(decoded(signed.split(".")[1]))
        now = datetime.datetime.now(datetime.UTC).timestamp()
        assert kind == "vapid"
        assert claims["aud"] == f"https://{LOCAL}:{self.port}"
        assert now < claims["exp"] <= now + 24 * 3600


def certificate(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A server's side, and a client's that trusts it alone."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push service of the tests")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(LOCAL))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    pem = made.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "push.pem").write_bytes(private + pem)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "push.pem")
    return server, ssl.create_default_context(cadata=pem.decode())


@asynccontextmanager
async def push_service(folder: Path) -> AsyncIterator[PushService]:
    own, trust = certificate(folder)
    service: PushService

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await service.handle(reader, writer)

    server = await asyncio.start_server(handle, LOCAL, 0, ssl=own)
    service = PushService(server.sockets[0].getsockname()[1], trust)
    async with server:
        yield service
