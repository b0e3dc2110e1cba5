"""The machine's judgement itself: each kind of problem is seen, and what is right is not called wrong."""

from __future__ import annotations

import pytest

from controller.core.guest import ToolResult
from tests.guest.fuzz.case import Case
from tests.guest.fuzz.minimise import minimise
from tests.guest.fuzz.promises import ABSENT, REFUSED, Expected, State
from tests.guest.fuzz.verdict import check_answer, check_effect, check_undo, check_undo_steps, differences

BEFORE: State = {"cell/A1": 1, "cell/B1": "x", "width/A": 2.5}


def answer(text: str = "Done.", *, error: bool = False) -> ToolResult:
    return ToolResult(text=text, structured=None, images=(), is_error=error)


@pytest.mark.parametrize(
    ("after", "expected", "error", "kinds"),
    [
        ({**BEFORE, "cell/A1": 2}, Expected(changes={"cell/A1": 2}), False, []),
        (BEFORE, Expected(changes={"cell/A1": 2}), False, ["silent"]),
        ({**BEFORE, "cell/A1": 2, "width/A": 3}, Expected(changes={"cell/A1": 2}), False, ["collateral"]),
        ({**BEFORE, "width/A": 3}, Expected(free=("width/*",)), False, []),
        ({"cell/B1": "x", "width/A": 2.5}, Expected(changes={"cell/A1": ABSENT}), False, []),
        (BEFORE, REFUSED, True, []),
        (BEFORE, REFUSED, False, ["silent"]),
        ({**BEFORE, "cell/A1": 2}, REFUSED, True, ["collateral"]),
        (BEFORE, Expected(), True, ["refused"]),
        (BEFORE, Expected(error=None), True, []),
        (BEFORE, Expected(answer=lambda _: "wrong number"), False, ["silent"]),
    ],
)
def test_what_a_call_did_is_judged(after: State, expected: Expected, error: bool, kinds: list[str]) -> None:
    problems = check_effect(BEFORE, after, answer(error=error), expected)
    assert [problem.kind for problem in problems] == kinds


@pytest.mark.parametrize(
    ("text", "error", "arguments", "expected", "count"),
    [
        ("x" * 2000, False, {}, Expected(), 0),
        ("x" * 2001, False, {}, Expected(), 1),
        ("x" * 9000, False, {}, Expected(long_answer=True), 0),
        ("x" * 2001, True, {}, Expected(long_answer=True), 1),
        ("", True, {}, Expected(), 1),
        ("LibreOffice refused: at ./sc/source/ui/unoobj/chartuno.cxx:161", True, {}, Expected(), 1),
        ("[Errno 36] File name too long", True, {}, Expected(), 1),
        ("there is no sheet 'KeyError'", True, {"sheet": "KeyError"}, Expected(), 0),
        ("no cell " + "a" * 300, True, {"cell": "a" * 300}, Expected(), 1),
    ],
)
def test_the_form_of_an_answer_is_judged(
    text: str, error: bool, arguments: dict[str, str], expected: Expected, count: int
) -> None:
    assert len(check_answer(answer(text, error=error), arguments, expected)) == count


def test_undo_must_restore_everything() -> None:
    assert check_undo(BEFORE, dict(BEFORE), Expected()) == []
    (problem,) = check_undo(BEFORE, {**BEFORE, "width/A": 3}, Expected(free=("width/A",)))
    assert "width/A: 2.5 -> 3" in problem.text


def test_undo_need_not_return_to_a_view_that_the_tool_may_leave() -> None:
    shown: State = {**BEFORE, "view/mode": "master"}
    left: State = {**BEFORE, "view/mode": "normal"}
    assert check_undo(shown, left, Expected(free=("view/mode",))) == []
    assert check_undo(shown, left, Expected())


def test_differences_quote_a_few_paths_and_count_the_others() -> None:
    many: State = {f"cell/A{i}": "y" * 500 for i in range(30)}
    text = differences({}, many)
    assert "and 26 more" in text
    assert len(text) < 1000


def test_a_case_becomes_as_small_as_its_problem_allows() -> None:
    case = Case("calc", [["a", 1], ["b"], ["c", 2, 3]], [("one", {}), ("two", {}), ("three", {"x": 1})])

    shown = []

    def shows_problem(candidate: Case) -> bool:
        shows = "two" in [tool for tool, _ in candidate.calls] and any(2 in row for row in candidate.document)
        if shows:
            shown.append(candidate)
        return shows

    minimise(case, shows_problem)
    assert shown[-1] == Case("calc", [[2]], [("two", {}), ("three", {"x": 1})])
    assert Case.loaded(shown[-1].dumped()) == shown[-1]


@pytest.mark.parametrize(
    ("before", "after", "least", "found"),
    [(2, 3, 1, 0), (2, 3, 0, 0), (2, 2, 0, 0), (2, 2, 1, 1), (2, 4, 1, 1), (2, 0, 0, 1), (None, None, 1, 0)],
)
def test_a_change_is_one_step_and_no_step_is_lost(
    before: int | None, after: int | None, least: int, found: int
) -> None:
    assert len(check_undo_steps(before, after, least=least, most=1)) == found
