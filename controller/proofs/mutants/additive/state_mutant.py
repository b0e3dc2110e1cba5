"""What a mutant of the files of the user's home folder is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

Files = Mapping[str, bytes]
"""The files of a state by their absolute paths."""


@dataclass(frozen=True, slots=True)
class StateMutant:
    """One change of a state.

    Attributes:
        kind: What was changed, such as "file renamed".
        place: Where, a path at its beginning.
        made: Makes the files that are added or changed, by their paths; None is a file that is gone.
    """

    kind: str
    place: str
    made: Callable[[], Mapping[str, bytes | None]]


StateRule = Callable[[Files], Iterable[StateMutant]]
"""Lists the mutants of one kind, the same ones for the same files."""
