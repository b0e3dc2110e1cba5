"""Testbed's own export formats; each is imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping

_FORMATS = {
    "csv": "flat:CSV",
    "jsonl": "flat:JSONL",
    "parquet": "parquet:EXPORT",
    "inspect": "inspect_log:EXPORT",
    "gif": "videos:GIF",
    "mp4": "videos:MP4",
}


def builtin_formats() -> Mapping[str, object]:
    """Return where the declaration of each format is, by the format's name."""
    return {name: f"{__package__}.{place}" for name, place in _FORMATS.items()}
