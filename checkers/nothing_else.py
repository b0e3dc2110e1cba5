"""The claim that an episode changed nothing but what its task asks for.

    nothing_else(
        guest,
        may_change("Documents/loans.xlsx", *cells("Loans", "A5:D5"), what="fill"),
        may_add("Documents/overdue.pdf"),
    )

Everything in the user's home folder is compared to what it was when the agent began: documents with their looks, mail,
repositories, databases, settings of applications. What applications write by themselves does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from checkers.base import Claim, GuestView, claim
from checkers.differences.changed_files import ShowsChanges
from checkers.differences.files import Difference, differences
from checkers.evidence import Unusable
from checkers.workbook_model import cell_name, column_number

CLAIM = "nothing else has changed"
_SHOWN = 5
_RANGE = re.compile(r"([A-Z]{1,3})([0-9]+)(?::([A-Z]{1,3})([0-9]+))?")


@dataclass(frozen=True, slots=True)
class Allowed:
    """Differences that a task allows. In each pattern `*` stands for any characters, also none.

    Attributes:
        path: Pattern of the file's path in the home folder.
        place: Pattern of the place in it (`Change.place`).
        what: Patterns of the kind of property (`Change.what`).
        inside: Whether they are also allowed in what is inside the place.
    """

    path: str
    place: str = "*"
    what: tuple[str, ...] = ("*",)
    inside: bool = True

    def covers(self, difference: Difference) -> bool:
        """Test whether a difference is one of these; that a whole file is new or gone only an empty place allows."""
        return (
            bool(self.place) is not difference.whole_file
            and _matches(self.path, difference.path)
            and _matches(self.place, difference.change.place, inside=self.inside)
            and any(_matches(what, difference.change.what) for what in self.what)
        )


def may_change(path: str, *places: str, what: str | Sequence[str] = "*") -> list[Allowed]:
    """Allow changes at places in a file and inside them, or anywhere in it; of these kinds, or of all."""
    kinds = (what,) if isinstance(what, str) else tuple(what)
    return [Allowed(path, place, kinds) for place in places or ("*",)]


def may_set(path: str, *places: str, what: str | Sequence[str]) -> list[Allowed]:
    """Allow changes of these kinds at places in a file themselves, not of what is inside them."""
    return [replace(one, inside=False) for one in may_change(path, *places, what=what)]


def may_add(path: str) -> Allowed:
    """Allow a file that was not there, or a folder; comments, headers and hidden parts of it need `may_change`."""
    return Allowed(path, "", ("added",))


def may_remove(path: str) -> Allowed:
    """Allow that a file or a folder is gone."""
    return Allowed(path, "", ("removed",))


def may_replace(path: str) -> list[Allowed]:
    """Allow any content of a file, whether it was there or not."""
    return [may_add(path), *may_change(path)]


def cells(sheet: str, *ranges: str) -> Iterator[str]:
    """Yield the places of the cells of a sheet in ranges such as "B3" and "A2:D5"."""
    for named in ranges:
        if not (match := _RANGE.fullmatch(named)):
            raise ValueError(f"{named} is no range of cells")
        first, top, last, bottom = match[1], match[2], match[3] or match[1], match[4] or match[2]
        for row in range(int(top), int(bottom) + 1):
            for column in range(column_number(first), column_number(last) + 1):
                yield f"sheet {sheet}/cell {cell_name(row, column)}"


def nothing_else(guest: GuestView, *allowed: Allowed | Iterable[Allowed]) -> Claim:
    """Claim that nothing in the home folder has changed but what is allowed, which is nothing by default.

    Call it last: commands of a checker that have an application write its state come first.

    Raises TypeError if the view does not know the state before the agent began.
    """
    if not isinstance(guest, ShowsChanges):
        raise TypeError(f"{type(guest).__name__} does not know the state before the agent began")
    listed = [item for one in allowed for item in ([one] if isinstance(one, Allowed) else one)]
    try:
        changes = guest.changed_files()
    except Unusable as problem:
        return claim(CLAIM, False, problem)
    left = [item for item in differences(changes) if not any(one.covers(item) for one in listed)]
    left = [item for item in left if not _is_folder_of_added(item, listed)]
    more = f"; and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
    return claim(CLAIM, not left, "; ".join(map(str, left[:_SHOWN])) + more)


def _is_folder_of_added(difference: Difference, allowed: Sequence[Allowed]) -> bool:
    """Whether it is a new folder that an allowed new file may need."""
    return difference.new_folder and any(
        "added" in one.what and _matches(f"{difference.path}/*", one.path) for one in allowed
    )


def _matches(pattern: str, text: str, *, inside: bool = False) -> bool:
    return _compiled(pattern, inside).fullmatch(text) is not None


@lru_cache(maxsize=4096)
def _compiled(pattern: str, inside: bool) -> re.Pattern[str]:
    expression = ".*".join(map(re.escape, pattern.split("*")))
    return re.compile(f"{expression}(?:/.*)?" if inside and pattern else expression, re.DOTALL)
