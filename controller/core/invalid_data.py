"""Pydantic's errors in one wording: field, reason, value, and how many other fields are wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from controller.core.texts import shorten

LONGEST_VALUE = 80
"""Most characters of a value or of a name that an error shows."""
_WITHOUT_VALUE = (
    "missing",
    "extra_forbidden",
    "value_error",
    "assertion_error",
    "json_invalid",
    "too_short",
    "too_long",
)
"""Kinds of errors that have no value, or whose message has what matters of it."""
_WRAPPER = re.compile(
    r"constrained-[a-z]+|(?:function-[a-z]+|lax-or-strict|is-instance|[a-z]+)\[.*", re.DOTALL
)
_NOISE = re.compile(r"^[A-Z][a-z]+ (?=should )|, unable to parse .*| or instance of \w+$| after validation")
_SHOULD = "should be "
_SCALARS = ("bool", "bytes", "float", "int", "none", "str")


@dataclass(frozen=True, slots=True)
class InvalidField:
    """The first wrong field of data that a model does not take.

    Attributes:
        location: Keys and indices that lead to it; empty for the whole.
        details: Pydantic's account of it.
        more: Number of other wrong fields.
        alternatives: Pydantic's accounts of it for the other members of a union.
    """

    location: tuple[int | str, ...]
    details: ErrorDetails
    more: int = 0
    alternatives: tuple[ErrorDetails, ...] = ()

    @property
    def path(self) -> str:
        """The field as errors show it, such as `server[0].env.HOME`; empty for the whole."""
        return "".join(
            f"[{part}]" if isinstance(part, int) else f".{_name(part)}" for part in self.location
        ).lstrip(".")

    @property
    def rule(self) -> str:
        """What it breaks, such as "is missing" or "should be a valid integer"."""
        match self.details["type"]:
            case "missing":
                return "is missing"
            case "extra_forbidden":
                return "is unknown"
            case "value_error" | "assertion_error":
                return str(self.details["ctx"]["error"])
            case "json_invalid":
                return f"is not valid JSON: {self.details['ctx']['error']}"
            case _:
                rules = dict.fromkeys(map(_message, (self.details, *self.alternatives)))
                first, *others = rules
                return ", or ".join((first, *(rule.removeprefix(_SHOULD) for rule in others)))

    @property
    def reason(self) -> str:
        """What it breaks and, where that says more, its value: "should be a valid integer, not 'x'"."""
        if self.details["type"] in _WITHOUT_VALUE:
            return self.rule
        return f"{self.rule}, not {shorten(repr(self.details['input']), LONGEST_VALUE)}"

    def __str__(self) -> str:
        more = f" (and {self.more} more)" if self.more else ""
        return f"{self.path}: {self.reason}{more}" if self.path else f"{self.reason}{more}"


def first_invalid(error: ValidationError, labels: Collection[str] = ()) -> InvalidField:
    """Return the first wrong field.

    Args:
        error: Pydantic's error.
        labels: Names of models in unions, which pydantic puts among the keys of a location.
    """
    listed = error.errors(include_url=False)
    locations = [item["loc"] for item in listed]
    fields = list(dict.fromkeys(_keys(location, locations, labels) for location in locations))
    innermost = [
        field for field in fields if not any(other[: len(field)] == field != other for other in fields)
    ]
    alternatives = tuple(
        item
        for item in listed[1:]
        if _keys(item["loc"], locations, labels) == fields[0] and _message(item).startswith(_SHOULD)
    )
    return InvalidField(fields[0], listed[0], len(innermost) - 1, alternatives)


def describe_invalid(error: ValidationError, labels: Collection[str] = (), *, within: str = "") -> str:
    """Describe in a line what is wrong, such as "steps: should be a valid integer, not 'x' (and 2 more)".

    Args:
        error: Pydantic's error.
        labels: Names of models in unions, which pydantic puts among the keys of a location.
        within: Where a file has the data, such as "[3]"; the description then begins "[3].steps: ".
    """
    first = first_invalid(error, labels)
    return f"{within}{'.' if first.path else ': '}{first}" if within else str(first)


def _keys(
    location: tuple[int | str, ...], all_locations: Sequence[tuple[int | str, ...]], labels: Collection[str]
) -> tuple[int | str, ...]:
    """A location without what pydantic adds for wrappers such as `function-after[…]` and members of unions."""
    keys = tuple(
        part
        for part in location
        if not (isinstance(part, str) and (part in labels or _WRAPPER.fullmatch(part)))
    )
    if not keys or keys[-1] not in _SCALARS:
        return keys
    last = len(location) - 1
    siblings = {
        other[last] for other in all_locations if other[:last] == location[:last] and len(other) > last
    }
    return keys[:-1] if len(siblings) > 1 else keys


def _message(details: ErrorDetails) -> str:
    message = _NOISE.sub("", details["msg"])
    return message[:1].lower() + message[1:]


def _name(key: str) -> str:
    return shorten(key if key.isprintable() else repr(key), LONGEST_VALUE)
