"""The claim that nothing else has changed."""

from __future__ import annotations

import pytest

from checkers.base import Claim
from checkers.differences import apart
from checkers.differences.changed_files import FileChange, FileState
from checkers.differences.compare import Change
from checkers.differences.files import Difference
from checkers.evidence import Unusable
from checkers.nothing_else import (
    Allowed,
    cells,
    may_add,
    may_change,
    may_remove,
    may_replace,
    may_set,
    nothing_else,
)
from tests.checkers.guests import FileGuest


@pytest.fixture(autouse=True)
def compare_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "parse_apart", lambda _parser, data, path: apart.compare_request(data, path))


class ChangedGuest(FileGuest):
    """A guest with these texts before and after, by path in the home folder."""

    def __init__(self, **files: tuple[str | None, str | None]) -> None:
        super().__init__()
        self.changes = [
            FileChange(f"/home/user/{path}", self._state(before), self._state(after))
            for path, (before, after) in files.items()
        ]

    @staticmethod
    def _state(text: str | None) -> FileState | None:
        return None if text is None else FileState("f", 0o644, len(text), "", text.encode())

    def changed_files(self) -> list[FileChange]:
        return self.changes


def judge(files: dict[str, tuple[str | None, str | None]], *allowed: Allowed | list[Allowed]) -> Claim:
    return nothing_else(ChangedGuest(**files), *allowed)


LINES = {"Documents/list.txt": ("one\ntwo\nthree\n", "one\n2\n3\n")}
NEW = {"Reports/May/report.txt": (None, "x")}


def test_without_changes_it_holds() -> None:
    assert judge({}) == Claim("nothing else has changed", True)


def test_by_default_nothing_is_allowed_and_what_has_changed_is_said() -> None:
    made = judge(LINES)
    assert not made.holds
    assert made.found == (
        "Documents/list.txt: line 2: text was 'two', is '2'; Documents/list.txt: line 3: text was 'three', is '3'"
    )


@pytest.mark.parametrize(
    ("allowed", "holds"),
    [
        (may_change("Documents/list.txt"), True),
        (may_change("Documents/*"), True),
        (may_change("*.txt", "line 2", "line 3"), True),
        (may_change("Documents/list.txt", "line *", what="text"), True),
        (may_change("Documents/list.txt", "line *", what=("added", "text")), True),
        (may_replace("Documents/list.txt"), True),
        (may_change("Documents/list.txt", "line 2"), False),
        (may_change("Documents/list.txt", what="added"), False),
        (may_change("list.txt"), False),
        ([may_add("Documents/list.txt")], False),
        ([may_remove("Documents/list.txt")], False),
    ],
)
def test_places_and_kinds_of_changes_are_allowed_by_patterns(allowed: list[Allowed], holds: bool) -> None:
    assert judge(LINES, allowed).holds is holds


def test_a_new_or_lost_file_is_not_allowed_by_changes_in_it() -> None:
    lost = {"Documents/list.txt": ("x", None)}
    assert not judge(NEW, may_change("*")).holds
    assert not judge(lost, may_change("*")).holds
    assert judge(NEW, may_add("Reports/May/report.txt")).holds
    assert judge(NEW, may_replace("Reports/May/*")).holds
    assert judge(lost, may_remove("Documents/list.txt")).holds
    assert not judge(lost, may_add("Documents/list.txt")).holds


def test_a_new_folder_is_allowed_for_a_new_file_in_it_alone() -> None:
    guest = ChangedGuest(**NEW)
    folder = FileState("d", 0o755, 0)
    guest.changes += [FileChange(f"/home/user/{path}", None, folder) for path in ("Reports", "Reports/May")]
    assert nothing_else(guest, may_add("Reports/May/report.txt")).holds
    guest.changes.append(FileChange("/home/user/Reports/June", None, folder))
    made = nothing_else(guest, may_add("Reports/May/report.txt"))
    assert (made.holds, made.found) == (False, "Reports/June: added")


def test_what_is_inside_an_allowed_place_is_allowed() -> None:
    inside = Allowed("deck.pptx", "slide 3")
    assert inside.covers(Difference("deck.pptx", Change("slide 3", "hidden")))
    assert inside.covers(Difference("deck.pptx", Change("slide 3/shape Title", "fill")))
    assert not inside.covers(Difference("deck.pptx", Change("slide 30", "hidden")))
    assert not inside.covers(Difference("deck.pptx", Change("", "loop")))


def test_brackets_in_a_pattern_mean_themselves() -> None:
    assert judge({"a [1].txt": ("x", "y")}, may_change("a [1].txt")).holds
    assert not judge({"a 1.txt": ("x", "y")}, may_change("a [1].txt")).holds


def test_many_changes_are_counted() -> None:
    before, after = ("".join(f"{word}{n}\n" for n in range(9)) for word in ("a", "b"))
    made = judge({"list.txt": (before, after)})
    assert made.found.endswith("; and 4 more")


def test_a_home_that_cannot_be_compared_fails_the_claim() -> None:
    class FullGuest(ChangedGuest):
        def changed_files(self) -> list[FileChange]:
            raise Unusable("the home folder has a usual number of files", "too many to compare")

    made = nothing_else(FullGuest())
    assert not made.holds and "too many" in made.found


def test_a_view_without_the_state_before_is_a_mistake_of_the_harness() -> None:
    with pytest.raises(TypeError, match="FileGuest"):
        nothing_else(FileGuest())


def test_cells_are_named_by_ranges() -> None:
    assert list(cells("Loans", "A5", "Z9:AB10")) == [
        "sheet Loans/cell A5",
        *(f"sheet Loans/cell {name}" for name in ("Z9", "AA9", "AB9", "Z10", "AA10", "AB10")),
    ]
    with pytest.raises(ValueError, match="A5:"):
        list(cells("Loans", "A5:"))


def test_what_is_set_at_a_place_may_not_be_set_inside_it() -> None:
    """In an Allowed of `may_set` the place is matched alone."""
    outside, inside = (
        Difference("a.pptx", Change(place, "hidden", False, True))
        for place in ("slide 4", "slide 4/shape Title")
    )
    (alone,) = may_set("a.pptx", "slide 4", what="hidden")
    (all_of_it,) = may_change("a.pptx", "slide 4", what="hidden")
    assert [alone.covers(outside), alone.covers(inside)] == [True, False]
    assert [all_of_it.covers(outside), all_of_it.covers(inside)] == [True, True]
