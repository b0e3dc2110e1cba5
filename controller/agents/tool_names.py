"""Converts tool names to those that model APIs accept, and back.

APIs accept letters, digits, "_" and "-", at most 64 characters; canonical names have dots and may be
longer. `wire_name` depends on the name alone, so the same tool has the same name at every step and in
every run. Two forms, which cannot meet because only the second contains "--":

    osworld_mcp_os.set_volume   ->  osworld_mcp_os__set_volume       "." becomes "__"
    anything that cannot        ->  <what is legal of it>--<10 hexadecimal digits of its SHA-256>
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

MAX_LENGTH = 64
_PLAIN = re.compile(r"[A-Za-z0-9-]+(?:(?:_|\.)[A-Za-z0-9-]+)*")
_ILLEGAL = re.compile(r"[^A-Za-z0-9_-]+")
_DIGITS = 10


def wire_name(name: str, reserved: frozenset[str] = frozenset(), longest: int = MAX_LENGTH) -> str:
    """Return the API name, of at most `longest` characters, of a canonical name; `reserved` names are the caller's."""
    plain = name.replace(".", "__")
    if _PLAIN.fullmatch(name) and "--" not in name and len(plain) <= longest and plain not in reserved:
        return plain
    digest = hashlib.sha256(name.encode()).hexdigest()[:_DIGITS]
    stem = _ILLEGAL.sub("_", name)[: longest - _DIGITS - 2].rstrip("-")
    return f"{stem}--{digest}"


def canonical_name(wire: str) -> str | None:
    """Return the canonical name of an API name; None for one with a digest, which does not contain it."""
    return None if "--" in wire else wire.replace("__", ".")


class ToolNames:
    """Canonical and API names of the tools offered at one step."""

    def __init__(self, names: Iterable[str], reserved: frozenset[str] = frozenset()) -> None:
        """Raises ValueError when two different tools would get one name (a collision of SHA-256 digits)."""
        self._wire: dict[str, str] = {}
        self._canonical: dict[str, str] = {}
        for name in names:
            wire = wire_name(name, reserved)
            if self._canonical.setdefault(wire, name) != name:
                raise ValueError(f"{name} and {self._canonical[wire]} would both be called {wire}")
            self._wire[name] = wire

    def wire(self, name: str) -> str:
        """Return the API name of an offered tool. Raises KeyError for any other."""
        return self._wire[name]

    def canonical(self, wire: str) -> str | None:
        """Return the canonical name of an API name, None when no such tool is offered."""
        return self._canonical.get(wire)

    def all_wire(self) -> list[str]:
        """Return all API names, in the order of the offered tools."""
        return list(self._canonical)
