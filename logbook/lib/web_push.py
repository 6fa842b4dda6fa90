"""Web Push (RFC 8030): a request that carries one message to one browser, encrypted and signed.

Only the browser can read the message (RFC 8291). The push service sees the sender's public key (RFC 8292), the topic,
which makes a newer message replace an older one that still waits there, and the time for which it keeps the message.
"""

from __future__ import annotations

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

CURVE: Final = ec.SECP256R1()
LONGEST_ADDRESS: Final = 1000
"""The most letters of a subscription's address; those of some push services have several hundred."""
LONGEST_KEY: Final = 100
SECRET_BYTES: Final = 16
SIGNED_SECONDS: Final = 12 * 3600
"""A signature ends after this time; push services allow a day."""


class BadKeys(ValueError):
    """The keys are none that a browser makes for a subscription."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """A browser's subscription: the address, its public key and its secret, both in base64url."""

    address: str
    public_key: str
    secret: str


def private_key_new() -> str:
    """Return a new private key of a sender: 32 bytes in base64url."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


def public_key_of(private_key: str) -> str:
    """Return the sender's public key, as browsers ask for it: the point in base64url."""
    point = _sender(private_key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return _text(point)


def ensure_keys(public_key: str, secret: str) -> None:
    """Raise BadKeys unless a message can be encrypted with these keys."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _bytes(public_key))
        if len(_bytes(secret)) != SECRET_BYTES:
            raise BadKeys
    except ValueError as error:
        raise BadKeys from error


def encrypted(receiver: Receiver, message: bytes) -> bytes:
    """Return the body of the request: the message, which only the browser can read."""
    body: bytes = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(CURVE),
        dh=_bytes(receiver.public_key),
        auth_secret=_bytes(receiver.secret),
        version="aes128gcm",
    )
    return body


def headers(receiver: Receiver, *, private_key: str, contact: str, topic: str, seconds: int) -> dict[str, str]:
    """Return the headers of the request. `contact` is the site's address; `seconds` is how long the message matters."""
    parts = urlsplit(receiver.address)
    claims = {"aud": f"{parts.scheme}://{parts.hostname}", "sub": contact, "exp": int(time.time()) + SIGNED_SECONDS}
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(seconds),
        "Urgency": "high",
        "Topic": topic,
        "Authorization": _sender(private_key).sign(claims)["Authorization"],
    }


def _sender(private_key: str) -> Vapid02:
    number = int.from_bytes(_bytes(private_key), "big")
    # A site on a home network has no https address, and is no less a contact.
    return Vapid02(ec.derive_private_key(number, CURVE), conf={"no-strict": True})


def _bytes(text: str) -> bytes:
    """Decode base64url. Raises ValueError for any other text, which the decoder alone would accept."""
    bare = text.rstrip("=")
    data = urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    if len(text) > LONGEST_KEY or _text(data) != bare:
        raise ValueError
    return data


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
