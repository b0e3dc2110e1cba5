"""The items of the Agentic Benchmark Checklist (Zhu et al., 2025, arXiv 2507.02825), answered for testbed's own suites.

The codes are the paper's: T for the validity of tasks, O for that of outcomes, R for reporting. The wording is ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Literal

Answer = Literal["yes", "no", "partly", "does not apply"]


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
    remark: str = ""


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

    def answer_for(*attacks: str) -> Answer:
        if fooled & set(attacks):
            return "no"
        return "yes" if attacked else "partly"

    def reason(*attacks: str) -> str:
        if found := sorted(fooled & set(attacks)):
            return f"succeeds on some tasks: {', '.join(found)}; [validity.md](validity.md) names them"
        return "" if attacked else "not all tasks are attacked yet; none of those that are scores 1 so"

    every_answer: Answer = "yes" if counts.values == counts.answers else "partly"
    some_answers = f"{counts.values} of {counts.answers} tasks of `core` that ask for one read it as a value"
    proof: Answer = "yes" if proven else "partly"
    not_all = "" if proven else "not all proofs are of the tasks as they are now"
    return [
        Item(
            "T.1",
            "versions of all tools are stated",
            "yes",
            "`testbed image recipe`; `vm_images/requirements.lock`",
        ),
        Item(
            "T.2",
            "the tools are there in every episode",
            "yes",
            "`testbed tasks validate`",
            "each claim was played on a fresh guest; a changed checker judges the record of it",
        ),
        Item(
            "T.3",
            "a tool or an API that fails does not end as the agent's failure",
            "yes",
            "`scripts/chaos`; [robustness.md](robustness.md)",
            "`infra_error`, tried again",
        ),
        Item(
            "T.4",
            "nothing is left of the episode before",
            "yes",
            "`testbed guest security-check`",
            "a fresh guest for each episode",
        ),
        Item(
            "T.5",
            "the agent cannot see the right result",
            answer_for("gold"),
            "`testbed tasks attack --attack gold`",
            reason("gold"),
        ),
        Item(
            "T.6",
            "the set-up does not change with time",
            "yes",
            "`testbed tasks validate`",
            "guests have no network; sites are fixtures",
        ),
        Item("T.7", "the right results are verified", proof, "`testbed tasks proofs`", not_all),
        Item("T.8", "each task is shown to be solvable", proof, "`testbed tasks proofs`", not_all),
        Item(
            "T.9", "a solver solves all of them", proof, "`testbed run --suite core --agent oracle`", not_all
        ),
        Item(
            "T.10",
            "no weakness gives the score without the work",
            answer_for(*(fooled - {"negated answer"})),
            "`testbed tasks attack`",
            reason(*(fooled - {"negated answer"})),
        ),
        Item(
            "O.a.1",
            "other wordings of the right answer count",
            every_answer,
            "`pytest tests/checkers/values`",
            some_answers,
        ),
        Item(
            "O.a.2",
            "further words around the answer do no harm",
            every_answer,
            "`pytest tests/checkers/values tests/tasks/test_answers.py`",
            some_answers,
        ),
        Item(
            "O.b.1",
            "a negated answer does not count",
            answer_for("negated answer"),
            '`testbed tasks attack --attack "negated answer"`',
            reason("negated answer"),
        ),
        Item(
            "O.b.2",
            "listing all answers does not count",
            answer_for("all options"),
            '`testbed tasks attack --attack "all options"`',
            reason("all options"),
        ),
        Item(
            "O.b.3",
            "the answer is hard to guess",
            "partly",
            "`testbed run --agent random`",
            "most answers have two parts, or files are judged besides; no figure of `random` is recorded",
        ),
        Item(
            "O.c.1",
            "judges played by a model are calibrated",
            "partly",
            "`testbed judge calibrate LABELS RUN`; [judges.md](judges.md)",
            "no figures of people's labels are recorded; suite `core` uses no such judge",
        ),
        Item(
            "O.c.2",
            "such judges resist text that is written for them",
            "partly",
            "[judges.md](judges.md)",
            "not measured",
        ),
        Item(
            "O.d.1",
            "tests are verified",
            proof,
            "`testbed tasks validate`",
            "wrong results must fail, references and other right results pass",
        ),
        Item(
            "O.d.2",
            "the quality of tests is measured",
            "yes" if mutated else "partly",
            "`testbed tasks mutate`",
            "" if mutated else "the figures of some tasks are not recorded yet",
        ),
        Item(
            "O.e.1",
            "edge cases are tested",
            "yes",
            "`pytest tests/hostile`",
            "every checker is tested with hostile guests",
        ),
        Item(
            "O.e.2",
            "all kinds of input are covered",
            "partly",
            "`scripts/fuzz`",
            "the parsers, not the tasks",
        ),
        Item(
            "O.e.3",
            "the inputs are those that matter",
            "partly",
            "`testbed tasks mutate`",
            "mutants are made of the evidence",
        ),
        Item(
            "O.f.1",
            "end-to-end tests touch all that matters",
            "partly",
            "`testbed tasks validate`",
            "at least two wrong results a task",
        ),
        Item(
            "O.f.2",
            "results do not flicker",
            "partly",
            "`testbed score RUN --reference-run ORACLE_RUN`",
            "no figures of repeated references are recorded",
        ),
        Item(
            "O.g.1",
            "all states that are right count",
            "partly",
            "`testbed tasks validate` (`also_` results)",
            f"{counts.also} of {counts.tasks} tasks of `core` play other right results",
        ),
        Item(
            "O.g.2",
            "what must stay is judged, too",
            "yes" if counts.nothing_else == counts.tasks else "partly",
            '[tasks.md](tasks.md), "Nothing else has changed"',
            f"{counts.nothing_else} of {counts.tasks} tasks of `core` claim that nothing else has changed;"
            f" {counts.safety} have safety claims besides",
        ),
        Item(
            "O.g.3",
            "trivial changes do not reach the right state",
            answer_for("empty file", "huge file", "symlink", "file name", "stuffed result", "copied input"),
            "`testbed tasks attack`",
            reason("empty file", "huge file", "symlink", "file name", "stuffed result", "copied input"),
        ),
        Item(
            "O.h.1",
            "the form of the answer is stated",
            "partly",
            "`testbed tasks show TASK`",
            "in the words of a user; checkers take several forms",
        ),
        Item("O.h.2", "guessing seldom succeeds", "partly", "`testbed run --agent random`", "as O.b.3"),
        Item(
            "O.i.1",
            "quality measures cannot be gamed",
            "does not apply",
            "",
            "scores are 0 or 1; claims % is not the score",
        ),
        Item("R.1", "open source", "yes", "this repository"),
        Item("R.2", "an open harness", "yes", "`testbed run`"),
        Item(
            "R.3",
            "something against contamination",
            "yes",
            "`testbed run --variants per-epoch`",
            f"{counts.variants} of {counts.tasks} tasks of `core` have 1,000 variants and more",
        ),
        Item(
            "R.4",
            "tasks are renewed",
            "partly",
            "`testbed tasks new`",
            "new ones are easy to add; there is no schedule",
        ),
        Item("R.5", "says which ability a score is about", "yes", "[metrics.md](metrics.md)"),
        Item(
            "R.6",
            "says whether models or agents are compared",
            "yes",
            "[reports.md](reports.md)",
            "every table names agent, model and tools",
        ),
        Item(
            "R.7",
            "says how faults are prevented and mended",
            "yes",
            "[tasks.md](tasks.md), [validity.md](validity.md)",
        ),
        Item(
            "R.8", "discusses faults that remain", "yes", '[security.md](security.md), "What is not promised"'
        ),
        Item(
            "R.9",
            "measures faults that remain",
            "partly",
            "[validity.md](validity.md)",
            "what is not recorded is named there",
        ),
        Item(
            "R.10",
            "gives intervals and tests",
            "yes",
            "`testbed compare A B`",
            "sign-flip test and its interval, Holm, joint tests, McNemar, least effect",
        ),
        Item(
            "R.11",
            "says how to read results with such faults",
            "yes",
            '[metrics.md](metrics.md), "Provenance"',
        ),
        Item(
            "R.12",
            "has a baseline of people",
            "no",
            "`testbed run --agent human`",
            "the agent is there, no results are recorded",
        ),
        Item(
            "R.13",
            "has trivial agents",
            "yes",
            '[validity.md](validity.md), "Baselines"',
            "`noop`, `fail`, `random`"
            if random
            else "`noop` and `fail`; `random` is not recorded of all tasks",
        ),
    ]


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
