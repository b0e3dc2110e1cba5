"""docs/validity.md and docs/abc.md are what is on record."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from controller.proofs.attacks.attack_record import AttackLine
from scripts.abc_items import Counts, Item, items
from scripts.validity_docs import (
    CHECKLIST,
    PAGE,
    Figures,
    checklist_page,
    document,
    gather,
    mutants_on_record,
)

HINT = "run `python -m scripts.validity_docs`"
COUNTS = Counts(tasks=10, also=1, safety=2, variants=3)


@pytest.fixture(scope="module")
def figures() -> Figures:
    return gather()


def test_the_pages_are_those_of_the_figures(figures: Figures) -> None:
    assert PAGE.read_text() == document(figures), HINT
    assert CHECKLIST.read_text() == checklist_page(figures), HINT


def test_a_successful_attack_is_told(figures: Figures) -> None:
    line = AttackLine(
        task="os/note",
        attack="symlink",
        outcome="fooled",
        verdicts=1,
        score=1.0,
        detail="answer: a|b",
        folder="f",
        checkers="c",
        image="i",
        provider="nspawn",
        date="2026-11-27",
    )
    page = document(replace(figures, attacks={"os/note": [line]}))
    assert "1 succeed: 1 x symlink." in page and "| os/note | symlink | fooled | answer: a\\|b |" in page


def test_mutants_are_counted_by_task(figures: Figures, tmp_path: Path) -> None:
    assert mutants_on_record(tmp_path / "none.json") is None
    record = tmp_path / "mutation.json"
    outcomes = (("os/a", "killed"), ("os/a", "survived"), ("os/b", "killed"))
    record.write_text(json.dumps({"mutants": [{"task": task, "outcome": how} for task, how in outcomes]}))
    counted = mutants_on_record(record)
    assert counted == {"os/a": (2, 1), "os/b": (1, 1)}
    assert "2 of 3 mutants of 2 tasks are killed: 66.7%." in document(replace(figures, mutants=counted))


def answers(**known: object) -> dict[str, Item]:
    facts = {"proven": True, "attacked": True, "fooled": frozenset(), "mutated": True, **known}
    return {item.code: item for item in items(COUNTS, **facts)}  # type: ignore[arg-type]


def test_answers_follow_the_figures() -> None:
    whole = answers()
    assert all(whole[code].answer == "yes" for code in ("T.5", "T.8", "T.10", "O.b.1", "O.d.2", "O.g.3"))
    assert answers(attacked=False)["T.10"].answer == "partly"
    assert answers(proven=False)["T.8"].answer == "partly"
    assert answers(mutated=False)["O.d.2"].answer == "no"
    negated = answers(fooled=frozenset({"negated answer"}))
    assert (negated["O.b.1"].answer, negated["T.10"].answer) == ("no", "yes")
    linked = answers(fooled=frozenset({"symlink"}))
    assert (linked["T.10"].answer, linked["O.g.3"].answer, linked["T.5"].answer) == ("no", "no", "yes")


def test_each_item_is_answered_once_and_shown_by_something() -> None:
    listed = items(COUNTS, proven=True, attacked=True, fooled=frozenset(), mutated=True)
    codes = [item.code for item in listed]
    assert len(codes) == len(set(codes)) and {f"T.{number}" for number in range(1, 11)} <= set(codes)
    assert {f"R.{number}" for number in range(1, 14)} <= set(codes)
    assert all(item.shown_by for item in listed if item.answer == "yes")
    assert all(item.remark for item in listed if item.answer in ("no", "partly"))
