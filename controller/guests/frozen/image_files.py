"""CRIU's files that are changed between a dump and a restore: the tree of processes, open files, the user namespace.

Each is eight bytes that name its kind, then entries of four bytes of length and a protobuf message. Their messages have
only numbers, texts and messages of such in them (https://criu.org/Images; pstree.proto, fdinfo.proto, timerfd.proto,
userns.proto).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

Field = tuple[int, "int | bytes"]
"""A field's number, and its value: a number, or the bytes of a message."""

_KIND_BYTES, _LENGTH_BYTES = 8, 4
_VARINT, _BYTES = 0, 2
PID, PARENT, GROUP, SESSION = 1, 2, 3, 4
"""Fields of a process."""
LOWER_FIRST = 2
"""Field of each map of a user namespace."""
TIMER = 12
"""Field of an open file."""
REGULAR, NAME = 3, 6
"""Fields of an open file: what a regular one is, and of that its path."""
CLOCK, SECONDS, NANOSECONDS = 4, 7, 8
"""Fields of a timer: its clock, and the time until it expires."""
REALTIME = 0
CENTURY = 100 * 365 * 86400
"""In seconds. systemd learns from timers that never expire when the clock is set."""


def give_orphans_sessions(folder: Path) -> None:
    """Make each process the leader of a session of its own that is in one whose leader is none of its ancestors.

    Such are programs that D-Bus has started: their parent ends, and the user's systemd adopts them. CRIU restores them
    under the first process alone. A daemon without a terminal does not notice.
    """
    file = folder / "pstree.img"
    kind, entries = _read(file)
    processes = [dict(entry) for entry in entries]
    parents = {process[PID]: process[PARENT] for process in processes}

    def line(pid: int | bytes) -> Iterator[int | bytes]:
        while pid in parents:
            yield pid
            pid = parents[pid]

    changed = []
    for entry, process in zip(entries, processes, strict=True):
        orphan = process[SESSION] not in line(process[PID])
        own = {GROUP: process[PID], SESSION: process[PID]} if orphan else {}
        changed.append([(number, own.get(number, value)) for number, value in entry])
    _write(file, kind, changed)


def expire_wall_clock_timers(folder: Path) -> None:
    """Let timers that wait for a time of day expire when they are restored: their programs look at the clock then.

    CRIU keeps the seconds that were left; the desktop's clock would show the time of the dump until they are over.
    """
    file = folder / "files.img"
    kind, entries = _read(file)
    _write(file, kind, [[(number, _expired(number, value)) for number, value in entry] for entry in entries])


def open_files(folder: Path) -> set[str]:
    """Paths of the regular files that the processes have open or mapped."""
    _, entries = _read(folder / "files.img")
    regular = [value for entry in entries for number, value in entry if number == REGULAR]
    names = [dict(_fields(value)).get(NAME) for value in regular if isinstance(value, bytes)]
    return {name.decode("utf-8", "surrogateescape") for name in names if isinstance(name, bytes)}


def _expired(number: int, value: int | bytes) -> int | bytes:
    if number != TIMER or isinstance(value, int):
        return value
    timer = dict(_fields(value))
    seconds = timer[SECONDS]
    if timer[CLOCK] != REALTIME or not isinstance(seconds, int) or not 0 < seconds < CENTURY:
        return value
    now = {SECONDS: 0, NANOSECONDS: 1}
    return b"".join(_encode(field, now.get(field, old)) for field, old in _fields(value))


def move_ids(folder: Path, shift: int) -> None:
    """Let the user namespaces begin at the host's id `shift`."""
    for file in folder.glob("userns-*.img"):
        kind, entries = _read(file)
        moved = [[(number, _with_first(value, shift)) for number, value in entry] for entry in entries]
        _write(file, kind, moved)


def _with_first(extent: int | bytes, shift: int) -> int | bytes:
    if isinstance(extent, int):
        return extent
    fields = ((number, shift if number == LOWER_FIRST else value) for number, value in _fields(extent))
    return b"".join(_encode(number, value) for number, value in fields)


def _read(file: Path) -> tuple[bytes, list[list[Field]]]:
    data = file.read_bytes()
    entries, at = [], _KIND_BYTES
    while at < len(data):
        length = int.from_bytes(data[at : at + _LENGTH_BYTES], "little")
        at += _LENGTH_BYTES
        entries.append(list(_fields(data[at : at + length])))
        at += length
    return data[:_KIND_BYTES], entries


def _write(file: Path, kind: bytes, entries: list[list[Field]]) -> None:
    """Replace the file, which may be another name of one that other guests use."""
    messages = [b"".join(_encode(number, value) for number, value in entry) for entry in entries]
    new = file.with_suffix(".new")
    new.write_bytes(kind + b"".join(len(m).to_bytes(_LENGTH_BYTES, "little") + m for m in messages))
    new.rename(file)


def _fields(message: bytes) -> Iterator[Field]:
    at = 0
    while at < len(message):
        tag, at = _number(message, at)
        value, at = _number(message, at)
        if tag & 7 == _VARINT:
            yield tag >> 3, value
        elif tag & 7 == _BYTES:
            yield tag >> 3, message[at : at + value]
            at += value
        else:
            raise ValueError(f"a field of the type {tag & 7} in one of CRIU's files")


def _number(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def _encode(number: int, value: int | bytes) -> bytes:
    if isinstance(value, bytes):
        return _varint(number << 3 | _BYTES) + _varint(len(value)) + value
    return _varint(number << 3 | _VARINT) + _varint(value)


def _varint(value: int) -> bytes:
    encoded = bytearray()
    while value >= 0x80:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*encoded, value])
