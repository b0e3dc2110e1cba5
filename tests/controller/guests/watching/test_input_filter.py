"""What a client that may only watch can say."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.guests.watching.input_filter import InputBlocker, InputObserver

PASSING = [
    struct.pack(">Bxxx16x", 0),
    struct.pack(">BxH2i", 2, 2, 7, -313),
    struct.pack(">BBHHHH", 3, 1, 0, 0, 9, 9),
    struct.pack(">BBHHHH", 150, 1, 0, 0, 9, 9),
    struct.pack(">BxxxIB", 248, 1, 3) + b"abc",
]
DROPPED = [
    struct.pack(">BBxxI", 4, 1, 0x61),
    struct.pack(">BBHH", 5, 0x81, 3, 4),
    struct.pack(">BxBB", 250, 1, 2),
    struct.pack(">BxHHBx16x", 251, 9, 9, 1),
    struct.pack(">BBHII", 255, 0, 1, 0x61, 30),
]
CLIPBOARD = [struct.pack(">Bxxxi", 6, 4) + b"text", struct.pack(">Bxxxi", 6, -8) + b"extended"]


@given(st.lists(st.sampled_from([*PASSING, *DROPPED, *CLIPBOARD]), max_size=20), st.integers(1, 40))
def test_input_never_passes_however_it_is_cut(messages: list[bytes], size: int) -> None:
    stream = b"\1" + b"".join(messages)
    watch = InputBlocker()
    passed = b"".join(watch(stream[at : at + size]) for at in range(0, len(stream), size))
    assert passed == b"\1" + b"".join(message for message in messages if message in PASSING)


@given(st.lists(st.sampled_from([*PASSING, *DROPPED, *CLIPBOARD]), max_size=20), st.integers(1, 40))
def test_input_that_passes_is_reported_and_the_clipboard_never_passes(
    messages: list[bytes], size: int
) -> None:
    stream = b"\1" + b"".join(messages)
    passed: list[bytes] = []
    observer = InputObserver(passed.append)
    assert b"".join(
        observer(stream[at : at + size]) for at in range(0, len(stream), size)
    ) == b"\1" + b"".join(message for message in messages if message not in CLIPBOARD)
    assert passed == [message for message in messages if message in DROPPED]


def test_the_extended_clipboard_is_not_asked_for() -> None:
    request = struct.pack(">BxH3i", 2, 3, 7, -1063131698, 1)
    for through in (InputBlocker(), InputObserver(lambda _: None)):
        assert through(b"\1" + request) == b"\1" + struct.pack(">BxH2i", 2, 2, 7, 1)


def test_an_encoding_that_makes_pointer_messages_longer_is_not_asked_for() -> None:
    request = struct.pack(">BxH3i", 2, 3, 7, -316, 1)
    assert InputBlocker()(b"\1" + request) == b"\1" + struct.pack(">BxH2i", 2, 2, 7, 1)


def test_an_unknown_message_ends_the_view() -> None:
    with pytest.raises(ValueError, match="unknown message 99"):
        InputBlocker()(b"\1" + bytes([99]))
