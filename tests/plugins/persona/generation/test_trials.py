"""Proofs in memory: a right task has no fault, and each way to be wrong has its name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from plugins.persona.generation.chains import Chain
from plugins.persona.generation.desk import Desk
from plugins.persona.generation.parts import Change
from plugins.persona.generation.trials import faults
from plugins.persona.generation.writing import write_task
from tests.plugins.persona.generation.small_chain import CHAIN, KEPT, OFFER, STARRED, TOLD


def found(folder: Path, desk: Desk, chain: Chain, *edits: tuple[str, str, str]) -> Iterator[str]:
    """Yield the faults of the chain's folder after edits: a file, and a text of it that is replaced."""
    write_task(folder, chain)
    for name, old, new in edits:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new))
    yield from faults(folder, chain, desk)


def test_a_right_task_has_no_fault(tmp_path: Path, desk: Desk) -> None:
    assert list(found(tmp_path, desk, CHAIN)) == []


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (("check.py", 'mentions(Money(235, "EUR"))', "bool"), "wrong_other_price: it scores 1"),
        (("check.py", "Money(235,", "Money(98765,"), "the checker expects 98765, which neither"),
        (("check.py", "chat-1", "chat-2"), "mcp: 'Nora knows the sum' does not hold"),
        (
            ("check.py", "mail.message mail-646", "mail.message mail-1"),
            'mcp: "the painter\'s offer was read" does not',
        ),
        (
            ("solve.py", 'other.get("price") or result_value(', 'other.get("price") or "235" or ('),
            "offer: another",
        ),
        (("solve.py", '"0/account"', '"1/account"'), "mcp: list index out of range"),
        (
            ("solve.py", "€{price}, they say", "as I said"),
            "also_in_other_words: 'Nora knows the sum' does not",
        ),
        (("solve.py", 'price="270"', 'price="235.00"'), "wrong_other_price: it scores 1"),
        (("solve.py", '"Done.md"', '"Done"'), "wrong_with_a_file_of_its_own: vault_create_file: "),
    ],
)
def test_a_fault_is_named(tmp_path: Path, desk: Desk, edit: tuple[str, str, str], fault: str) -> None:
    assert any(text.startswith(fault) for text in found(tmp_path, desk, CHAIN, edit))


def test_a_checkpoint_that_holds_before_is_a_fault(tmp_path: Path, desk: Desk) -> None:
    nothing = replace(KEPT, check='Answered("{claim}", Name(""))', unit="nothing")
    assert any(found(tmp_path, desk, Chain(0, (TOLD, nothing))))


def test_a_change_that_is_none_is_a_fault(tmp_path: Path, desk: Desk) -> None:
    same = replace(OFFER, change=Change("mail.message mail-646", "body", "900 euros", "800 euros"))
    chain = Chain(0, (replace(TOLD, takes=TOLD.takes | {"fact": same}), replace(KEPT, takes={"fact": same})))
    assert list(found(tmp_path, desk, chain)) == ["offer: its change changes nothing in the state"]


def test_another_record_that_is_described_so_must_be_found(tmp_path: Path, desk: Desk) -> None:
    chain = Chain(0, (STARRED,))
    assert list(found(tmp_path / "found", desk, chain)) == []
    by_hand = ("solve.py", 'other.get("mail") or result_value(', 'other.get("mail") or "mail-646" or (')
    assert list(found(tmp_path / "by_hand", desk, chain, by_hand)) == [
        "letter: another state changes no result"
    ]
