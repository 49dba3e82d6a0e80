"""A message that only one browser can read (RFC 8291, with the coding `aes128gcm` of RFC 8188), and whose it
is (VAPID, RFC 8292).

Messages are padded: their length tells a push service nothing.
"""

from __future__ import annotations

import base64
import os
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

import orjson
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
POINT_BYTES, SECRET_BYTES, KEY_BYTES = 65, 16, 32
RECORD = 4096  # bytes: every push service takes one record of this size
PADDED_TO = 1024  # bytes of text and padding
TOKEN_SECONDS = 12 * 3600


@dataclass(frozen=True, slots=True)
class BrowserKeys:
    """What a browser has told us to write to it."""

    point: bytes  # its public key
    secret: bytes


def encoded(raw: bytes) -> str:
    """Base64 as addresses have it, without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """What stands in such a text; ValueError for any other."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def read_point(point: bytes) -> ec.EllipticCurvePublicKey:
    """A public key; ValueError for what is none."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key of a private one."""
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def new_key() -> bytes:
    """A private key, as we keep it."""
    number: int = ec.generate_private_key(CURVE).private_numbers().private_value
    return number.to_bytes(KEY_BYTES, "big")


def read_key(raw: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(raw, "big"), CURVE)


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def message_keys(shared: bytes, keys: BrowserKeys, sender: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """Key and nonce of the one record."""
    secret = derived(keys.secret, shared, b"WebPush: info\0" + keys.point + sender, 32)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    return key, derived(salt, secret, b"Content-Encoding: nonce\0", 12)


def encrypted(text: bytes, keys: BrowserKeys, key: bytes | None = None, salt: bytes | None = None) -> bytes:
    """`text` for this browser alone. Key and salt are new each time, but where a test knows the answer."""
    own = read_key(key) if key else ec.generate_private_key(CURVE)
    salt, sender = salt or os.urandom(16), point_of(own)
    shared = own.exchange(ec.ECDH(), read_point(keys.point))
    content_key, nonce = message_keys(shared, keys, sender, salt)
    padded = text + b"\x02" + bytes(0 if key else max(PADDED_TO - len(text), 0))
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(content_key).encrypt(nonce, padded, None)


def authorisation(endpoint: str, sender: str, key: bytes) -> str:
    """The header that says who sends: good for this push service alone, and for half a day."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + TOKEN_SECONDS}
    if sender.startswith("https://"):
        claims["sub"] = sender
    private = read_key(key)
    signed = ".".join(encoded(orjson.dumps(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encoded(r.to_bytes(KEY_BYTES, "big") + s.to_bytes(KEY_BYTES, "big"))
    return f"vapid t={signed}.{signature}, k={encoded(point_of(private))}"
