"""vm_images.vendor_keys: an archive's key file holds the pinned keys and nothing else."""

from __future__ import annotations

import pytest

from testbed.errors import ImageError
from vm_images.profile import load_profile, profile_names
from vm_images.vendor_keys import check_fingerprints, fingerprints

FIRST = "3D63AC9C29B91868FE334E597868C1A61BA1B07B"
SECOND = "D4E0FEEBD1C3D0321B4DAC753BCE4925493BB0F8"
FIRST_FILE = b"""\
-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawNhGhYJKwYBBAHaRw8BAQdAXpmxTphStOdVgs70gXb/rbbAAFZY8x7fwpw8
PxGlUPm0JUV4YW1wbGUgYXJjaGl2ZSA8YXJjaGl2ZUBleGFtcGxlLm9yZz6IkAQT
FggAOBYhBD1jrJwpuRho/jNOWXhowaYbobB7BQJrA2EaAhsDBQsJCAcCBhUKCQgL
AgQWAgMBAh4BAheAAAoJEHhowaYbobB78RsA/3We/7neEapTaWRG3n5qU2vh35Pj
NoJ7BXqy81B4S05oAP9Q6eWfD+xjdHd19BdYs7L+yMjubqJesYvBHIIlEZ+TBA==
=bboh
-----END PGP PUBLIC KEY BLOCK-----
"""
SECOND_FILE = b"""\
-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawNhGhYJKwYBBAHaRw8BAQdAhQ71khUAV5jAYBGSjDPDbzCf4Kzl5LOLoFPq
xdZZjMS0IU90aGVyIGFyY2hpdmUgPG90aGVyQGV4YW1wbGUub3JnPoiQBBMWCAA4
FiEE1OD+69HD0DIbTax1O85JJUk7sPgFAmsDYRoCGwMFCwkIBwIGFQoJCAsCBBYC
AwECHgECF4AACgkQO85JJUk7sPiWFwEA+1QgGxjbepgT2YCbbSQJhQFt/drBdpu4
7CyZbLIywV8BAMjaNOJ4xZ/yTdl08bLtRiqyeW58ZiRlCCafrti6LIkA
=Yuot
-----END PGP PUBLIC KEY BLOCK-----
"""


def test_a_file_of_pinned_keys_passes() -> None:
    check_fingerprints("app", FIRST_FILE, (FIRST,))
    check_fingerprints("app", FIRST_FILE + SECOND_FILE, (SECOND, FIRST))
    assert fingerprints(FIRST_FILE.replace(b"\n", b"\r\n")) == [FIRST]


def test_a_key_that_is_not_pinned_is_refused_even_beside_one_that_is() -> None:
    for file in (SECOND_FILE, FIRST_FILE + SECOND_FILE):
        with pytest.raises(ImageError, match=SECOND):
            check_fingerprints("app", file, (FIRST,))


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"<html>sign in</html>",
        b"\xff\xfe",
        b"text before\n" + FIRST_FILE,
        FIRST_FILE + SECOND_FILE.replace(b"PUBLIC KEY BLOCK", b"PRIVATE KEY BLOCK"),
        FIRST_FILE.replace(b"mDME", b"mDMF"),  # the packet's length: the next one starts at the wrong place
        FIRST_FILE.replace(b"mDME", b"vDME"),  # another kind of packet
        FIRST_FILE.replace(b"NoJ7BXqy81B4S05oAP9Q6eWfD+xjdHd19BdYs7L+yMjubqJesYvBHIIlEZ+TBA==\n", b""),
    ],
)
def test_what_is_not_a_file_of_public_keys_is_refused(file: bytes) -> None:
    with pytest.raises(ImageError, match=r"app cannot be used|not pinned"):
        check_fingerprints("app", file, (FIRST,))


def test_every_makers_archive_has_pinned_keys() -> None:
    archives = [archive for name in profile_names() for archive in load_profile(name).vendor]
    assert archives and all(archive.fingerprints for archive in archives)
