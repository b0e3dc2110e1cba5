"""Databases, settings and sounds of programs."""

from __future__ import annotations

import io
import json
import math
import sqlite3
import struct
import wave
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.plugins.osworld.tasks.step_data import empty_history


def _database(*statements: str) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "database"
        with closing(sqlite3.connect(path)) as database, database:
            for statement in statements:
                database.execute(statement)
        return path.read_bytes()


def _empty_history() -> bytes:
    with TemporaryDirectory() as folder:
        return empty_history(Path(folder) / "history")


def shelf() -> bytes:
    """A database of two books, of which one is lent."""
    return _database("CREATE TABLE books (title, lent)", "INSERT INTO books VALUES ('Bees', 0), ('Trees', 1)")


def cookies() -> bytes:
    """Cookies of two sites."""
    return _database(
        "CREATE TABLE cookies (creation_utc, host_key, name)",
        "INSERT INTO cookies VALUES (1, '.shop.example', 'cart'), (2, '.library.example', 'reader')",
    )


def mp3(title: bytes = b"Waves") -> bytes:
    """A title as MP3 files have it, and one frame of silence."""
    text = b"\x00" + title
    frame = b"TIT2" + struct.pack(">IH", len(text), 0) + text
    return b"ID3\x03\x00\x00" + bytes([0, 0, 0, len(frame)]) + frame + b"\xff\xfb\x90\x00" + bytes(413)


def tone() -> bytes:
    """Half a minute of a tone."""
    stream = io.BytesIO()
    samples = [round(8000 * math.sin(index / 5)) for index in range(8000 * 30)]
    with wave.open(stream, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return stream.getvalue()


def preferences() -> bytes:
    """A browser's settings."""
    return json.dumps({"profile": {"name": "Person 1"}, "session": {"restore_on_startup": 1}}).encode()


MAKERS: Mapping[str, Callable[[], bytes]] = {
    "shelf.sqlite": shelf,
    "history_empty.sqlite": _empty_history,
    "Cookies": cookies,
    "Preferences": preferences,
    "LocalState": lambda: b"{}",
    "tone.wav": tone,
}
