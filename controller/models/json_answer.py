"""Strict reader of models' answers in JSON: one object, alone, of bounded size, with exactly the fields of its form.

Nothing is repaired or guessed. An answer that cannot be read has a status, and a reason that the model is told.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NoReturn

from controller.core.texts import encodable
from controller.models.completion import Stop
from controller.models.thinking import split_thinking

UnreadableStatus = Literal[
    "empty",
    "refused",
    "cut_off",
    "too_long",
    "not_json",
    "prose",
    "several_objects",
    "not_an_object",
    "duplicate_key",
    "not_finite",
    "missing_field",
    "unknown_field",
    "wrong_type",
    "wrong_count",
    "out_of_range",
    "contradiction",
]
"""Why an answer cannot be read."""
MOST_CHARACTERS = 20_000
"""A longer answer is not read."""
MOST_DIGITS = 40
SHOWN = 60
"""Characters of a wrong value that a reason shows."""
_FENCED = re.compile(r"```(?:json)?[ \t]*\n(.*)\n[ \t]*```", re.DOTALL)


class UnreadableError(ValueError):
    """An answer that is not of its form; `status` says how."""

    def __init__(self, status: UnreadableStatus, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = encodable(detail)


def read_object(text: str, stop: Stop = "end") -> dict[str, Any]:
    """Return the JSON object that a whole answer is, behind thoughts that are marked as such.

    A code fence around it is allowed, nothing else.

    Raises:
        UnreadableError: It is anything else.
    """
    if stop == "refusal":
        raise UnreadableError("refused", f"the model refused: {shorten(text)}")
    if not text.strip():
        raise UnreadableError("empty", "the answer is empty")
    if stop == "length":
        raise UnreadableError("cut_off", "the answer was cut off at the token limit")
    body = split_thinking(text)[1].strip()
    if not body:
        raise UnreadableError("empty", "the answer has thoughts alone, and no JSON object")
    if len(body) > MOST_CHARACTERS:
        raise UnreadableError(
            "too_long", f"the answer has {len(body)} characters, {MOST_CHARACTERS} are allowed"
        )
    if fenced := _FENCED.fullmatch(body):
        body = fenced[1].strip()
    try:
        value, end = _DECODER.raw_decode(body)
    except UnreadableError:
        raise
    except (ValueError, RecursionError) as error:
        if "{" in body and not body.startswith("{"):
            raise UnreadableError(
                "prose", f"there is text before the JSON object: {shorten(body)}"
            ) from error
        why = "it is nested too deep" if isinstance(error, RecursionError) else shorten(body)
        raise UnreadableError("not_json", f"the answer is not a JSON object: {why}") from error
    rest = body[end:].strip()
    if rest:
        several = "{" in rest and isinstance(value, dict)
        raise UnreadableError(
            "several_objects" if several else "prose",
            "there are several JSON objects" if several else f"there is text after the JSON: {shorten(rest)}",
        )
    if not isinstance(value, dict):
        raise UnreadableError("not_an_object", f"the answer is no JSON object: {shorten(body)}")
    return value


class AnswerFields:
    """The fields of an answer, which are exactly those that its form has."""

    def __init__(self, fields: Mapping[str, Any], names: Sequence[str]) -> None:
        """Check that an answer has these fields and no others. Raises UnreadableError."""
        missing = [name for name in names if name not in fields]
        if missing:
            raise UnreadableError("missing_field", f"the field {missing[0]} is missing")
        unknown = [name for name in fields if name not in names]
        if unknown:
            raise UnreadableError("unknown_field", f"there is no field {shorten(unknown[0])} in the form")
        self._fields = fields

    def text(self, name: str) -> str:
        """Return a field that is a text. Raises UnreadableError."""
        value = self._fields[name]
        if not isinstance(value, str):
            raise _wrong_type(name, "a text", value)
        return encodable(value)

    def flag(self, name: str) -> bool:
        """Return a field that is true or false. Raises UnreadableError."""
        value = self._fields[name]
        if not isinstance(value, bool):
            raise _wrong_type(name, "true or false", value)
        return value

    def flags(self, name: str, number: int) -> tuple[bool, ...]:
        """Return a field that is a list of this many values, each true or false. Raises UnreadableError."""
        value = self._fields[name]
        if not isinstance(value, list) or not all(isinstance(item, bool) for item in value):
            raise _wrong_type(name, "a list of true and false", value)
        if len(value) != number:
            raise UnreadableError("wrong_count", f"{name} has {len(value)} values instead of {number}")
        return tuple(value)

    def score(self, name: str, lowest: int, highest: int) -> int:
        """Return a field that is a whole number in a range. Raises UnreadableError."""
        return score_in(self._fields, name, lowest, highest)


def score_in(fields: Mapping[str, Any], name: str, lowest: int, highest: int) -> int:
    """Return a field that is a whole number in a range. Raises UnreadableError."""
    value = fields[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong_type(name, "a whole number", value)
    if not lowest <= value <= highest:
        raise UnreadableError("out_of_range", f"{name} is {value}, not from {lowest} to {highest}")
    return value


def shorten(text: str) -> str:
    """Return the beginning of a text, for a reason."""
    return repr(encodable(text[:SHOWN])) + ("…" if len(text) > SHOWN else "")


def _wrong_type(name: str, form: str, value: object) -> UnreadableError:
    return UnreadableError("wrong_type", f"{name} must be {form}, not {shorten(json.dumps(value))}")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made:
            raise UnreadableError("duplicate_key", f"the field {shorten(name)} is there twice")
        made[name] = value
    return made


def _refuse_constant(name: str) -> NoReturn:
    raise UnreadableError("not_finite", f"{name} is no number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise UnreadableError("not_finite", f"the number {shorten(text)} is too large")
    return value


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise UnreadableError("out_of_range", f"the number {shorten(text)} is too large")
    return int(text)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_float=_finite, parse_int=_whole
)
