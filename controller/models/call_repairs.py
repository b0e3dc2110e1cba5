"""Repairs of calls that the answers of several APIs need."""

from __future__ import annotations

import hashlib
import json

from controller.models.deviations import CALL_WITHOUT_ID, REPEATED_ID

UNNAMED = "unnamed"
"""The name of a call that names no function."""


class CallIds:
    """Ids of the calls of one answer: each its own, and another in each turn of a conversation."""

    def __init__(self, answer: object, turn: int, codes: list[str]) -> None:
        """Make ids for an answer without them.

        Args:
            answer: The answer as JSON.
            turn: How many messages came before it.
            codes: The list that leniency codes are appended to.
        """
        self._seed = f"{turn} {json.dumps(answer, sort_keys=True, default=str)}"
        self._codes = codes
        self._taken: set[str] = set()

    def id(self, given: object, prefix: str = "call_") -> str:
        """Return the id that is given, or one that is made when there is none or another call has it."""
        identity = given if isinstance(given, str) else ""
        if not identity or identity in self._taken:
            self._codes.append(REPEATED_ID if identity else CALL_WITHOUT_ID)
            seed = f"{self._seed} {len(self._taken)}"
            identity = prefix + hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest()[:24]
        self._taken.add(identity)
        return identity


def decode_twice(text: str) -> str | None:
    """Return the JSON of an object that was encoded twice; None if the text is anything else."""
    if not text.lstrip().startswith('"'):
        return None
    try:
        inner = json.loads(text)
        return inner if isinstance(inner, str) and isinstance(json.loads(inner), dict) else None
    except (ValueError, RecursionError):
        return None
