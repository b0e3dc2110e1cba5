"""What parsers return, as JSON: the models' dataclasses and the plain values in them, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from checkers.document_model import Document, Paragraph, TextRun
from checkers.slide_model import Box, Presentation, Slide
from checkers.workbook_model import Cell, Chart, Sheet, Workbook

_CLASSES = {
    kind.__name__: kind
    for kind in (Document, Paragraph, TextRun, Presentation, Slide, Box, Workbook, Sheet, Cell, Chart)
}
_SEQUENCES: dict[str, Callable[[list[Any]], Any]] = {"list": list, "tuple": tuple, "frozenset": frozenset}
_MOMENTS: dict[str, Callable[[str], Any]] = {
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
}


def encode(value: object) -> str:
    """The JSON text of a value. Raises TypeError for what no model holds."""
    return json.dumps(_tagged(value), separators=(",", ":"))


def decode(text: str) -> Any:
    """The value of a JSON text of `encode`. Raises ValueError, KeyError, TypeError for any other."""
    return _untagged(json.loads(text))


def _tagged(value: Any) -> object:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    kind = type(value).__name__
    if is_dataclass(value) and kind in _CLASSES:
        return {kind: [_tagged(getattr(value, item.name)) for item in fields(value)]}
    if kind in _SEQUENCES:
        return {kind: [_tagged(item) for item in value]}
    if kind in _MOMENTS:
        return {kind: value.isoformat()}
    if isinstance(value, timedelta):
        return {"timedelta": value.total_seconds()}
    if isinstance(value, dict):
        return {"dict": [[_tagged(key), _tagged(item)] for key, item in value.items()]}
    raise TypeError(f"no model holds a {kind}")


def _untagged(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    if kind in _CLASSES:
        return _CLASSES[kind](*(_untagged(item) for item in content))
    if kind in _SEQUENCES:
        return _SEQUENCES[kind]([_untagged(item) for item in content])
    if kind in _MOMENTS:
        return _MOMENTS[kind](content)
    if kind == "timedelta":
        return timedelta(seconds=content)
    if kind == "dict":
        return {_untagged(key): _untagged(item) for key, item in content}
    raise ValueError(f"{kind!r} is no kind of value")
