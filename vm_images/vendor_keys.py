"""Keys of package archives, checked by their pinned fingerprints.

apt trusts every key in an archive's key file, so each key in the file must be one that the recipe names. The file's
format is OpenPGP (RFC 4880): armor in section 6.2, packets in 4.2, fingerprints in 12.2. What is not plainly a list of
public keys is refused.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator

from testbed.errors import ImageError

_BLOCK = re.compile(
    r"-----BEGIN PGP PUBLIC KEY BLOCK-----\n(?:[A-Z][A-Za-z]*: .*\n)*\n([A-Za-z0-9+/=\n]+?)(?:\n=[A-Za-z0-9+/]{4})?\n"
    r"-----END PGP PUBLIC KEY BLOCK-----"
)
_SIGNATURE, _PUBLIC_KEY, _USER_ID, _SUBKEY, _USER_ATTRIBUTE = 2, 6, 13, 14, 17
_ALLOWED = {_SIGNATURE, _PUBLIC_KEY, _USER_ID, _SUBKEY, _USER_ATTRIBUTE}


def check_fingerprints(package: str, key_file: bytes, pinned: tuple[str, ...]) -> None:
    """Compare the keys in a key file with the pinned fingerprints.

    Args:
        package: The archive's package, for the message.
        key_file: Armored OpenPGP public keys.
        pinned: Fingerprints, in upper-case hex, of all keys that the file may hold.

    Raises:
        ImageError: The file holds a key that is not pinned, or is not a key file.
    """
    try:
        names = fingerprints(key_file)
    except ValueError as error:
        raise ImageError(
            f"the key file of the archive of {package} cannot be used: {error}",
            hint="a proxy may have answered instead of the archive: see what its key_url returns",
        ) from error
    unknown = next((name for name in names if name not in pinned), None)
    if unknown is not None:
        raise ImageError(
            f"the archive of {package} has a key that is not pinned: {unknown}",
            hint="compare it with its maker's site; if the maker has changed its key, add it to `fingerprints` of the "
            "application's file in vm_images/applications",
        )


def fingerprints(key_file: bytes) -> list[str]:
    """Return the fingerprints of a key file's primary keys, in upper-case hex. Raises ValueError."""
    text = key_file.decode("ascii").replace("\r\n", "\n")
    if _BLOCK.sub("", text).strip():
        raise ValueError("it has something beside armored public keys")
    names = [_fingerprint(body) for block in _BLOCK.findall(text) for body in _primary_keys(_decoded(block))]
    if not names:
        raise ValueError("it has no OpenPGP key")
    return names


def _decoded(block: str) -> bytes:
    try:
        return base64.b64decode(block.replace("\n", ""), validate=True)
    except binascii.Error as error:
        raise ValueError(f"its armor is damaged ({error})") from error


def _primary_keys(data: bytes) -> Iterator[bytes]:
    """The bodies of the packets that are primary keys."""
    position = 0
    while position < len(data):
        tag, start, length = _header(data, position)
        position = start + length
        if tag not in _ALLOWED or position > len(data):
            raise ValueError(f"it has a packet that is no part of a public key (tag {tag})")
        if tag == _PUBLIC_KEY:
            yield data[start:position]


def _header(data: bytes, position: int) -> tuple[int, int, int]:
    """A packet's tag, where its body starts, and the body's length; `position` is where the packet starts."""
    first = data[position]
    if not first & 0x80:
        raise ValueError("it has a malformed packet")
    if first & 0x40:
        return first & 0x3F, *_new_length(data, position + 1)
    size = 1 << (first & 3)
    if size == 8:
        raise ValueError("it has a packet without a length")
    start = position + 1 + size
    return first >> 2 & 0x0F, start, int.from_bytes(data[position + 1 : start], "big")


def _new_length(data: bytes, position: int) -> tuple[int, int]:
    """Where the body starts and its length, in the new format of headers."""
    octets = data[position : position + 5]
    if len(octets) > 0 and octets[0] < 192:
        return position + 1, octets[0]
    if len(octets) > 1 and octets[0] < 224:
        return position + 2, (octets[0] - 192 << 8) + octets[1] + 192
    if len(octets) == 5 and octets[0] == 255:
        return position + 5, int.from_bytes(octets[1:], "big")
    raise ValueError("it has a packet without a length")


def _fingerprint(body: bytes) -> str:
    if body[:1] != b"\x04":
        raise ValueError("it has a key of another version than 4")
    digest = hashlib.sha1(b"\x99" + len(body).to_bytes(2, "big") + body, usedforsecurity=False)
    return digest.hexdigest().upper()
