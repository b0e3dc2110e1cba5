"""Expected lists of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from checkers.values.candidates import Candidate, Kind
from checkers.values.passage import Passage


@dataclass(frozen=True, slots=True)
class ListOf:
    """Values that an answer has to give, all of them, and no other of their kinds.

    Attributes:
        items: The expected values.
        ordered: They have to come in this order.
    """

    items: Sequence[Kind]
    ordered: bool = False

    def find(self, passage: Passage) -> list[Candidate]:
        """Return the values in an answer, each with the numbers of the items that it is."""
        found: dict[tuple[int, int], Candidate] = {}
        for n, item in enumerate(self.items):
            for candidate in item.find(passage):
                matches = frozenset([n]) if candidate.matches else frozenset[int]()
                place = (candidate.start, candidate.end)
                other = found.get(place)
                found[place] = replace(
                    candidate,
                    matches=matches | (other.matches if other else frozenset()),
                    values=candidate.values | (other.values if other else frozenset()),
                    rank=min(candidate.rank, other.rank) if other else candidate.rank,
                )
        return [found[place] for place in sorted(found)]
