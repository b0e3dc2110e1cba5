"""Memory is taken out of QEMU's stream page by page, and nothing of a stream of another form is touched."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from pathlib import Path
from struct import pack

import pytest

from controller.guests.libvirt.memory_image import PAGE_BYTES, UnknownStreamError, split_memory

PAGES = 8
HEAD = b"QEVM" + pack(">I", 3) + b"\x07" + pack(">I", 10) + b"pc-q35-7.2"
NUMBER = pack(">I", 2)
FOOTER = b"\x7e" + NUMBER
DEVICES = b"\x04" + os.urandom(3 * PAGE_BYTES)
LAST = pack(">Q", 0x10)


def page(number: int) -> bytes:
    return random.Random(number).randbytes(PAGE_BYTES)


def record(address: int, content: bytes, block: str = "") -> bytes:
    """A page of zeros if `content` is empty; of the last record's block if none is named."""
    flags = (0x08 if content else 0x02) | (0 if block else 0x20)
    name = bytes([len(block)]) + block.encode() if block else b""
    return pack(">Q", address * PAGE_BYTES + flags) + name + (content or b"\0")


def stream(*sections: Sequence[bytes], devices: bytes = DEVICES) -> bytes:
    sizes = (("ram", PAGES * PAGE_BYTES), ("rom", PAGE_BYTES))
    total = sum(size for _, size in sizes)
    blocks = b"".join(bytes([len(name)]) + name.encode() + pack(">Q", size) for name, size in sizes)
    begin = b"\x01" + NUMBER + b"\x03ram" + pack(">II", 0, 4) + pack(">Q", total | 4) + blocks + LAST + FOOTER
    kinds = [2] * (len(sections) - 1) + [3]
    parts = [
        bytes([kind]) + NUMBER + b"".join(records) + LAST + FOOTER
        for kind, records in zip(kinds, sections, strict=True)
    ]
    return HEAD + begin + b"".join(parts) + devices


def split(folder: Path, data: bytes) -> tuple[bytes, Path]:
    """The rest of the stream, and the image."""
    stream, image, rest = folder / "memory", folder / "image", folder / "rest"
    stream.write_bytes(data)
    split_memory(stream, "ram", image, rest)
    assert image.stat().st_mode & 0o777 == rest.stat().st_mode & 0o777 == 0o600
    assert not stream.exists()
    return rest.read_bytes(), image


def test_pages_go_to_where_they_were_and_the_rest_stays(tmp_path: Path) -> None:
    first = [record(0, page(0), "ram"), record(1, page(1)), record(2, b""), record(5, page(5))]
    second = [record(6, page(6)), record(0, page(9), "rom"), record(0, b"", "rom"), record(3, page(3), "ram")]
    rest, image = split(tmp_path, stream(first, second, []))
    of_rom = [record(0, page(9), "rom"), record(0, b"", "rom")]
    assert rest == stream([], of_rom, [])
    zeros = bytes(PAGE_BYTES)
    pages = [page(0), page(1), zeros, page(3), zeros, page(5), page(6), zeros]
    assert image.read_bytes() == b"".join(pages)


def test_commands_between_sections_stay(tmp_path: Path) -> None:
    """QEMU 10 announces the last section so."""
    announced = FOOTER + b"\x08" + pack(">HH", 11, 0) + b"\x08" + pack(">HH", 1, 2) + b"xx\x03" + NUMBER
    data = stream([record(1, page(1), "ram")], [record(2, page(2))]).replace(
        FOOTER + b"\x03" + NUMBER, announced
    )
    rest, image = split(tmp_path, data)
    assert rest == stream([], []).replace(FOOTER + b"\x03" + NUMBER, announced)
    assert image.read_bytes()[PAGE_BYTES : 3 * PAGE_BYTES] == page(1) + page(2)


def test_zeros_are_holes(tmp_path: Path) -> None:
    _, image = split(tmp_path, stream([record(0, b"", "ram"), *(record(n, b"") for n in range(1, PAGES))]))
    assert (image.stat().st_size, image.stat().st_blocks) == (PAGES * PAGE_BYTES, 0)


def test_a_page_that_is_sent_again_has_its_last_content(tmp_path: Path) -> None:
    twice = [record(1, page(1), "ram"), record(1, b""), record(2, page(2)), record(2, page(4))]
    _, image = split(tmp_path, stream(twice))
    assert image.read_bytes()[PAGE_BYTES : 3 * PAGE_BYTES] == bytes(PAGE_BYTES) + page(4)


def test_more_pages_than_one_call_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.guests.libvirt.memory_image._PAGES_A_WRITE", 3)
    records = [record(n, page(n), "" if n else "ram") for n in range(PAGES)]
    assert split(tmp_path, stream(records))[1].read_bytes() == b"".join(map(page, range(PAGES)))


UNKNOWN = {
    "empty section": HEAD,
    "another record": stream([pack(">Q", 0x40)]),
    "compressed page": stream([pack(">Q", 0x120)]),
    "no block named": stream([record(0, page(0))]),
    "filled page": stream([record(0, b"", "ram")[:-1] + b"\x07"]),
    "beyond the block": stream([record(PAGES, page(0), "ram")]),
    "far beyond": stream([record(2**40, page(0), "ram")]),
    "another section amid": stream([]).replace(b"\x03" + NUMBER, b"\x04" + NUMBER),
    "without footers": stream([]).replace(FOOTER, b""),
    "no such block": stream([]).replace(b"\x03ram" + pack(">Q", PAGES * PAGE_BYTES), b"\x03RAM" + bytes(8)),
}


@pytest.mark.parametrize("data", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_a_stream_of_another_form_is_left_as_it_is(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(UnknownStreamError, match="form of QEMU's stream is not known"):
        split(tmp_path, data)
    assert (tmp_path / "memory").read_bytes() == data
    assert [file.name for file in tmp_path.iterdir()] == ["memory"]


def test_a_stream_that_is_cut_off_is_left_as_it_is(tmp_path: Path) -> None:
    whole = stream([record(0, page(0), "ram"), record(1, b""), record(0, page(2), "rom")], devices=b"")
    for length in (*range(len(HEAD), len(HEAD) + 150), *range(len(whole) - 5000, len(whole), 71)):
        with pytest.raises(UnknownStreamError):
            split(tmp_path, whole[:length])
    split(tmp_path, whole)
