"""The tools of a run's guests: which names are known, and whether arguments conform to a tool's schema."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any


class Catalogue:
    """The tools of a run's guests with the arguments they take, as in the run's `tools.json`."""

    def __init__(self, tools: Iterable[Mapping[str, Any]]) -> None:
        """Raises KeyError or TypeError if `tools` is not such a list."""
        tools = list(tools)
        self._schemas = {str(tool["name"]): tool["input_schema"] for tool in tools}
        self._apps = {str(tool["name"]): str(tool.get("app", "")) for tool in tools}
        self._validators: dict[str, Validator | None] = {}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._schemas)

    def has_tool(self, name: str) -> bool:
        return name in self._schemas

    def own_name(self, name: str) -> str:
        """Return a tool's name without that of its server."""
        return own_name(name, self._apps.get(name, ""))

    def accepts(self, name: str, arguments: object) -> bool:
        """Whether arguments conform to the schema of a known tool; names that it does not list do not.

        True if the schema itself is invalid.
        """
        if name not in self._validators:
            self._validators[name] = _validator(self._schemas[name])
        validator = self._validators[name]
        if validator is None:
            return True
        if not isinstance(arguments, dict):
            return False
        schema = self._schemas[name]
        properties = schema.get("properties", {})
        if not schema.get("additionalProperties") and not all(key in properties for key in arguments):
            return False
        return validator(arguments)


Validator = Callable[[dict[str, Any]], bool]
_PARTS = ("filesystem", "git")
"""Servers whose tools belong to the application `os`."""


def own_name(name: str, app: str = "") -> str:
    """Return a tool's name without that of its server: "read" of "web/read", of "os.read", and of `web`'s "web_read".

    Args:
        name: The name in records. What follows the server and "/" in imported ones is the tool's own name, as it is.
        app: The tool's application or server, "" if it is not known.
    """
    if "/" in name:
        return name.partition("/")[2]
    name = name.rpartition(".")[2]
    prefixes = (f"{server.replace('-', '_')}_" for server in (app, *_PARTS) if server)
    return name.removeprefix(next((prefix for prefix in prefixes if name.startswith(prefix)), ""))


_SCHEMA_LIMIT = 100_000
_REFERENCES_LIMIT = 32
_PATTERN_QUANTIFIERS = 3
_PATTERN_TEXT = 200


def _validator(schema: object) -> Validator | None:
    if not isinstance(schema, dict):
        return None
    try:
        text = json.dumps(schema)
    except RecursionError:
        return None
    return _validator_of(text) if _is_cheap(text) else None


@lru_cache(maxsize=1024)  # runs on one image have the same tools
def _validator_of(schema: str) -> Validator | None:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    try:
        # The registry is empty, so that a guest's schema makes this host fetch nothing.
        validator = _validator_class()(json.loads(schema), registry=Registry())
        Draft202012Validator.check_schema(validator.schema)
    except (SchemaError, RecursionError):
        return None

    def validate(arguments: dict[str, Any]) -> bool:
        try:
            return bool(validator.is_valid(arguments))
        except (Unresolvable, re.error, RecursionError):
            return True

    return validate


@cache
def _validator_class() -> Any:
    # Not imported above: it takes long, and most commands count nothing.
    from jsonschema import Draft202012Validator, validators

    return validators.extend(Draft202012Validator, {"pattern": _check_pattern})


def _is_cheap(schema: str) -> bool:
    """Whether validating takes no long time: references to references may add up to any number of steps."""
    references = schema.count('"$ref"') + schema.count('"$dynamicRef"')
    return (
        len(schema) <= _SCHEMA_LIMIT and references <= _REFERENCES_LIMIT and "patternProperties" not in schema
    )


def _check_pattern(_validator: Any, pattern: object, value: object, _schema: Any) -> Iterator[Any]:
    """The keyword `pattern`, for patterns and texts on which no search takes long; others count as matching."""
    from jsonschema.exceptions import ValidationError

    if (
        not isinstance(pattern, str)
        or not isinstance(value, str)
        or len(value) > _PATTERN_TEXT
        or "(" in pattern
    ):
        return
    quantifiers = sum(pattern.count(sign) for sign in "*+?{")
    if quantifiers <= _PATTERN_QUANTIFIERS and not re.search(pattern, value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")
