"""The Agentic Benchmark Checklist, answered for testbed's suites: the items of `abc_items.toml` with the figures."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence, Set
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

Answer = Literal["yes", "no", "partly", "does not apply"]
ITEMS = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Item:
    """An item with its answer.

    Attributes:
        code: The paper's code.
        asks: What it asks for.
        answer: Whether that is so.
        shown_by: A command, or the page, that shows it.
        remark: Why not, or how far.
    """

    code: str
    asks: str
    answer: Answer
    shown_by: str
    remark: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An item as the file has it, before its figures are known; names in braces in its remarks are those of `Counts`.

    Attributes:
        when: The fact on which answer and remark depend; "" for none.
        otherwise: The answer without it.
        lacking: The remark without it; None for the same.
        attacks: The attacks that must fail, with which answer and remark follow from what is on record of them.
        attacks_but: Likewise: all attacks but these.
    """

    code: str
    asks: str
    answer: Answer = "yes"
    shown_by: str = ""
    remark: str = ""
    when: str = ""
    otherwise: Answer = "partly"
    lacking: str | None = None
    attacks: Sequence[str] = ()
    attacks_but: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tasks the suite `core` has, and how many of them with what.

    Attributes:
        tasks: All of them.
        also: With further results that must score 1.
        safety: With safety claims.
        variants: With 1,000 variants and more.
        nothing_else: With the claim that nothing else has changed.
        answers: That ask for an answer in words.
        values: Whose answer is read as a value, in any words and notation (`checkers.values`).
    """

    tasks: int
    also: int
    safety: int
    variants: int
    nothing_else: int
    answers: int
    values: int


SECTIONS = {
    "T": "Tasks: solvable exactly by what they ask for",
    "O": "Outcomes: a score of 1 exactly for what is done",
    "R": "Reporting",
}


def items(
    counts: Counts, *, proven: bool, attacked: bool, fooled: Set[str], mutated: bool, random: bool
) -> list[Item]:
    """Return the items.

    Args:
        counts: Of the suite `core`.
        proven: Whether all tasks have a proof of what they are now.
        attacked: Whether all attacks are on record of all feasible tasks.
        fooled: The attacks that succeed on some task.
        mutated: Whether the figures of mutation are on record of all feasible tasks.
        random: Whether episodes of the agent `random` are on record of all tasks.
    """
    facts = {
        "proven": proven,
        "mutated": mutated,
        "random": random,
        "all_values": counts.values == counts.answers,
        "all_nothing_else": counts.nothing_else == counts.tasks,
    }
    answered = []
    for entry in (Entry(**item) for item in tomllib.loads(ITEMS.read_text())["item"]):
        answer, remark = entry.answer, entry.remark
        if entry.attacks or entry.attacks_but:
            successful = fooled & set(entry.attacks) if entry.attacks else fooled - set(entry.attacks_but)
            answer, remark = _of_attacks(successful, attacked=attacked)
        elif entry.when and not facts[entry.when]:
            answer = entry.otherwise
            remark = remark if entry.lacking is None else entry.lacking
        remark = remark.format(**asdict(counts))
        answered.append(Item(entry.code, entry.asks, answer, entry.shown_by, remark))
    return answered


def _of_attacks(successful: Set[str], *, attacked: bool) -> tuple[Answer, str]:
    """The answer to an item that certain attacks must fail for, and its remark."""
    if successful:
        names = ", ".join(sorted(successful))
        return "no", f"succeeds on some tasks: {names}; [validity.md](validity.md) names them"
    if attacked:
        return "yes", ""
    return "partly", "not all tasks are attacked yet; none of those that are scores 1 so"


def checklist(
    counts: Counts, *, proven: bool, attacked: bool, fooled: Set[str], mutated: bool, random: bool
) -> str:
    """Return docs/abc.md; the arguments are those of `items`."""
    answered = items(counts, proven=proven, attacked=attacked, fooled=fooled, mutated=mutated, random=random)
    totals = ", ".join(
        f"{sum(item.answer == answer for item in answered)} {answer}"
        for answer in ("yes", "partly", "no", "does not apply")
    )
    parts = [
        "# Agentic Benchmark Checklist",
        'The checklist of Zhu et al., "Establishing Best Practices for Building Rigorous Agentic Benchmarks"'
        " (arXiv 2507.02825), in our words, answered for the tasks in `tasks/`. `python -m scripts.validity_docs`"
        " writes this page; answers that depend on figures follow those in [validity.md](validity.md)."
        f" {len(answered)} items: {totals}.",
    ]
    for letter, title in SECTIONS.items():
        parts += [f"## {title}", _table(item for item in answered if item.code.startswith(letter))]
    return "\n\n".join(parts) + "\n"


def _table(chosen: Iterable[Item]) -> str:
    rows: list[Sequence[str]] = [("item", "asks for", "answer", "shown by", "remark"), ("---",) * 5]
    rows += [(item.code, item.asks, item.answer, item.shown_by, item.remark) for item in chosen]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
