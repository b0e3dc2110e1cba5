"""The types of records' fields and actions' arguments: each checks a value and describes itself in JSON Schema."""

from __future__ import annotations

import re
import types
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any, TypeVar, get_args, get_origin

from mcp_tools.messages import shorten
from mcp_tools.personal.refused import Refused

Value = TypeVar("Value")
LONGEST_LINE = 300
LONGEST_TEXT = 20_000
MOST_ITEMS = 100
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?")


@dataclass(frozen=True, slots=True)
class FieldType:
    """A type of values. `description` is shown in a tool's schema."""

    description: str = ""

    def check(self, value: object, name: str) -> Any:
        """Return the value in its canonical form. Raises Refused, which begins with the name."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of its values."""
        raise NotImplementedError

    def described(self) -> dict[str, Any]:
        """Return the schema with the description."""
        return self.schema() | ({"description": self.description} if self.description else {})


@dataclass(frozen=True, slots=True)
class Text(FieldType):
    """A text, without the spaces around it. One line unless `lines`."""

    longest: int = LONGEST_LINE
    shortest: int = 0
    lines: bool = False

    def check(self, value: object, name: str) -> str:
        text = unicodedata.normalize("NFC", _of(str, value, name, "a text")).replace("\r\n", "\n").strip()
        if any(unicodedata.category(mark) in ("Cc", "Cs") and mark not in "\n\t" for mark in text):
            raise Refused(f"{name} has a control character or half a character")
        if not self.lines and ("\n" in text or "\t" in text):
            raise Refused(f"{name} must be one line")
        if len(text) > self.longest:
            raise Refused(f"{name} has {len(text)} characters, at most {self.longest} are allowed")
        if len(text) < self.shortest:
            raise Refused(f"{name} is empty")
        return text

    def schema(self) -> dict[str, Any]:
        shortest = {"minLength": self.shortest} if self.shortest else {}
        return {"type": "string", **shortest, "maxLength": self.longest}


@dataclass(frozen=True, slots=True)
class Choice(FieldType):
    """One of a few texts."""

    options: tuple[str, ...] = ()

    def check(self, value: object, name: str) -> str:
        text = _of(str, value, name, "a text").strip()
        if text not in self.options:
            raise Refused(f"{name} is {shorten(text)}, not one of: {', '.join(filter(None, self.options))}")
        return text

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.options)}


@dataclass(frozen=True, slots=True)
class Number(FieldType):
    """A whole number."""

    least: int = 0
    most: int = 1_000_000_000

    def check(self, value: object, name: str) -> int:
        number = _of(int, value, name, "a whole number")
        if not self.least <= number <= self.most:
            raise Refused(f"{name} is {number}, not from {self.least} to {self.most}")
        return number

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Flag(FieldType):
    """True or false."""

    def check(self, value: object, name: str) -> bool:
        return _of(bool, value, name, "true or false")

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Day(FieldType):
    """A date as YYYY-MM-DD; "" for none where `optional`."""

    optional: bool = False

    def check(self, value: object, name: str) -> str:
        text = _of(str, value, name, "a date").strip()
        if not text and self.optional:
            return ""
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            raise Refused(f"{name} is {shorten(text)}, which is no date; give it as YYYY-MM-DD") from None

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "examples": ["2026-12-18"]}


@dataclass(frozen=True, slots=True)
class Moment(FieldType):
    """A date and a time of day as YYYY-MM-DDTHH:MM, with seconds where they are not 0; "" for none where `optional`."""

    optional: bool = False

    def check(self, value: object, name: str) -> str:
        text = _of(str, value, name, "a date with a time").strip().replace(" ", "T", 1)
        if not text and self.optional:
            return ""
        try:
            if not _MOMENT.fullmatch(text):
                raise ValueError
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise Refused(
                f"{name} is {shorten(text)}, which is no time; give it as YYYY-MM-DDTHH:MM"
            ) from None
        return moment.isoformat(timespec="seconds" if moment.second else "minutes")

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "examples": ["2026-12-18T09:30"]}


@dataclass(frozen=True, slots=True)
class Ref(FieldType):
    """The id of a record of a type, such as "mail.message"; "" for none where `optional`.

    That the record exists is checked by who knows the records.
    """

    record_type: str = ""
    optional: bool = False

    def check(self, value: object, name: str) -> str:
        text = Text(longest=LONGEST_LINE, shortest=0 if self.optional else 1).check(value, name)
        return str(text)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": LONGEST_LINE}


@dataclass(frozen=True, slots=True)
class Many(FieldType):
    """A list of values of a type, none twice."""

    item: FieldType = Text()
    least: int = 0
    most: int = MOST_ITEMS

    def check(self, value: object, name: str) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise Refused(f"{name} must be a list")
        if not self.least <= len(value) <= self.most:
            raise Refused(f"{name} has {len(value)} items, not from {self.least} to {self.most}")
        items = [self.item.check(item, f"{name}[{index}]") for index, item in enumerate(value)]
        if len(set(items)) < len(items):
            raise Refused(f"{name} has an item twice")
        return items

    def schema(self) -> dict[str, Any]:
        bounds = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": self.item.described(), **bounds, "maxItems": self.most}


_PLAIN: Mapping[object, FieldType] = {str: Text(), int: Number(), bool: Flag()}


def field_type(annotation: Any) -> FieldType:
    """Return the type that an annotation declares.

    `Annotated[str, Day()]` is that type; `str`, `int` and `bool` are Text, Number and Flag; a list of one is Many.

    Raises TypeError for any other annotation.
    """
    if get_origin(annotation) is Annotated:
        base, *declared = get_args(annotation)
        for item in declared:
            if isinstance(item, FieldType):
                return item
        return field_type(base)
    if get_origin(annotation) is list:
        return Many(item=field_type(*get_args(annotation)))
    if isinstance(annotation, types.GenericAlias) or annotation not in _PLAIN:
        raise TypeError(f"{annotation!r} is no type of a field")
    return _PLAIN[annotation]


def _of(kind: type[Value], value: object, name: str, expected: str) -> Value:
    if type(value) is not kind:
        raise Refused(f"{name} must be {expected}")
    return value
