"""docs/validity.md and docs/abc.md are what is on record."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.proofs.attacks.attack_record import AttackLine
from controller.proofs.mutation_record import LivingMutant, MutationLine
from scripts.abc_items import Counts, Item, items
from scripts.record_baselines import BaselineLine
from scripts.validity_docs import (
    CHECKLIST,
    PAGE,
    Figures,
    checklist_page,
    document,
    gather,
)

HINT = "run `python -m scripts.validity_docs`"
COUNTS = Counts(tasks=10, also=1, safety=2, variants=3, nothing_else=10, answers=4, values=4)


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


HASHES = {"folder": "f", "checkers": "c", "image": "i", "provider": "nspawn", "date": "2026-11-27"}


def test_mutants_are_counted_by_task_and_the_living_named(figures: Figures) -> None:
    living = LivingMutant(evidence="/home/user/a|b.ods", kind="value", place="A1", outcome="survived")
    hidden = living.model_copy(update={"kind": "row hidden", "additive": True})
    lines = [
        MutationLine(task="os/a", most=40, made=4, added=2, alive=(living, hidden), **HASHES),
        MutationLine(task="os/b", most=40, made=30, **HASHES),
    ]
    page = document(replace(figures, mutants=lines))
    assert "1 of them have fewer than 25 mutants" in page
    assert "| 1 | 2 | 1 | 50.0% |" in page and "| 2 | 32 | 31 | 96.9% |" in page
    assert "| os/a | 2 | 1 | 2 | 1 | 2 | 0 | 0 |" in page and "| os/b | 0 | 0 | 30 | 30 | 0 | 0 | 0 |" in page
    assert "| os/a | survived | /home/user/a\\|b.ods | value | A1 |" in page
    assert "Not recorded yet." in document(replace(figures, mutants=[]))


def test_what_checkers_see_is_counted_by_what_is_changed(figures: Figures) -> None:
    hidden = LivingMutant(
        evidence="/home/user/b.ods", kind="row hidden", place="A1", additive=True, outcome="survived"
    )
    kinds = {"workbooks: row hidden": 2, "workbooks: cell filled": 3, "mail: star flipped": 1}
    line = MutationLine(task="os/a", most=40, made=6, added=6, kinds=kinds, alive=(hidden,), **HASHES)
    page = document(replace(figures, mutants=[line]))
    assert "| mail | 1 | 1 | 1 | 100.0% | star flipped |" in page
    assert "| workbooks | 2 | 5 | 4 | 80.0% | cell filled, row hidden (1 of 2 left) |" in page


def test_random_is_averaged_over_its_seeds(figures: Figures) -> None:
    task = next(task.id for task in figures.tasks if task.info.feasible)
    lines = [
        BaselineLine(
            task=task,
            agent="random",
            seed=0,
            epoch=epoch,
            score=score,
            status="out_of_steps",
            steps=50,
            limit=50,
            seconds=9,
            **HASHES,
        )
        for epoch, score in ((1, 0.0), (2, 0.0), (3, 1.0))
    ]
    page = document(replace(figures, random=lines))
    assert f"| `random` | 0.333 | – | 3 | {task} |" in page
    assert f"On record: 1 of {len(figures.tasks)} tasks, 3 seeds, at most 50 steps." in page
    assert "| `random` | not recorded | not recorded | 0 |  |" in document(replace(figures, random=[]))


def answers(**known: object) -> dict[str, Item]:
    facts = {
        "proven": True,
        "attacked": True,
        "fooled": frozenset(),
        "mutated": True,
        "random": True,
        **known,
    }
    return {item.code: item for item in items(COUNTS, **facts)}  # type: ignore[arg-type]


def test_answers_follow_the_figures() -> None:
    whole = answers()
    assert all(whole[code].answer == "yes" for code in ("T.5", "T.8", "T.10", "O.b.1", "O.d.2", "O.g.3"))
    assert answers(attacked=False)["T.10"].answer == "partly"
    assert answers(proven=False)["T.8"].answer == "partly"
    assert answers(mutated=False)["O.d.2"].answer == "partly"
    assert "not recorded" in answers(random=False)["R.13"].remark
    negated = answers(fooled=frozenset({"negated answer"}))
    assert (negated["O.b.1"].answer, negated["T.10"].answer) == ("no", "yes")
    linked = answers(fooled=frozenset({"symlink"}))
    assert (linked["T.10"].answer, linked["O.g.3"].answer, linked["T.5"].answer) == ("no", "no", "yes")


def test_each_item_is_answered_once_and_shown_by_something() -> None:
    listed = items(COUNTS, proven=True, attacked=True, fooled=frozenset(), mutated=True, random=True)
    codes = [item.code for item in listed]
    assert len(codes) == len(set(codes)) and {f"T.{number}" for number in range(1, 11)} <= set(codes)
    assert {f"R.{number}" for number in range(1, 14)} <= set(codes)
    assert all(item.shown_by for item in listed if item.answer == "yes")
    assert all(item.remark for item in listed if item.answer in ("no", "partly"))
