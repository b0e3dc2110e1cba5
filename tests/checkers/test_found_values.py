"""Values that no record shows: they count where the agent has written them, or in its answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkers.found_values import Found
from checkers.values import Number, TimeOfDay
from tests.checkers.test_personal import Calls, both, score, use
from tests.mcp_tools.personal.small_state import ADDRESS, JON

TRAIN = Found("the train was found", TimeOfDay(6, 24))


def told(text: str) -> Calls:
    return use("mail", "send", to=[ADDRESS[JON]], subject="Train", body=text)


@pytest.mark.parametrize(
    ("calls", "answer", "credit"),
    [
        (told("It leaves at 6:24."), "", 1),
        (told("It leaves at 6:42."), "", 0),
        (told("It leaves at 6:24 or at 9:52."), "", 0),
        (told("I do not know."), "The train leaves at 6:24 am.", 1),
        (use("calendar", "update_event", event="event-1", starts="2026-05-19T06:24"), "", 1),
        (both(told("Where?"), told("06:24")), "", 1),
        (use("mail", "read_message", message="mail-1"), "", 0),
        (lambda _store: None, "", 0),
    ],
)
def test_a_value_counts_where_it_is_used(tmp_path: Path, calls: Calls, answer: str, credit: float) -> None:
    claim = score(tmp_path, calls, TRAIN, answer=answer).claims[0]
    assert getattr(claim, "credit", None) == credit
    assert claim.holds is (credit == 1)


def test_neither_the_clock_of_the_applications_nor_what_was_there_before_counts(tmp_path: Path) -> None:
    sent = told("It is this: 17")
    assert score(tmp_path / "a", sent, Found("it is nine", TimeOfDay(9, 0))).claims[0].holds is False
    renamed = use("calendar", "update_event", event="event-1", title="Choir!")
    assert score(tmp_path / "b", renamed, Found("it is at six", TimeOfDay(18, 0))).claims[0].holds is False
    assert score(tmp_path / "c", sent, Found("it is warm", Number(17))).claims[0].holds


def test_it_allows_no_change(tmp_path: Path) -> None:
    assert score(tmp_path, told("It leaves at 6:24."), TRAIN).value == 0
