"""Checkers of tasks with variants.

@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    sheet = read_workbook(guest, "/home/user/sales.xlsx").sheet("Sales")
    return Score.all_of(claim("B7 is the total", number(sheet["B7"].value, facts.total), sheet["B7"].value))
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from checkers.base import GuestView, Score
from checkers.evidence import judged

Facts = TypeVar("Facts")


def judged_with_facts(check: Callable[[GuestView, Facts], Score]) -> Callable[[GuestView, Facts], Score]:
    """Decorate a checker that takes the facts of a variant, as `checkers.evidence.judged` does one that takes none."""

    @wraps(check)
    def safe_check(guest: GuestView, facts: Facts) -> Score:
        return judged(lambda view: check(view, facts))(guest)

    return safe_check
