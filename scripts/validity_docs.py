"""Write docs/validity.md and docs/abc.md: how far the suites' scores can be trusted, in recorded figures.

The figures are those of the proofs on record, of docs/attacks.jsonl (`testbed tasks attack --record`) and, once there
is one, of docs/mutation.json (`testbed tasks mutate RUN --json`). What is not recorded is said to be so.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.proofs.attacks.attack_record import AttackLine, AttackRecord
from controller.proofs.attacks.catalogue import ATTACKS
from controller.proofs.attacks.play import OUTCOMES, attackable
from controller.proofs.proof_record import Proof, proof_states
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.solutions import equivalent_results
from controller.tasks.task import Task
from scripts.abc_items import Counts, checklist

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "validity.md"
CHECKLIST = DOCS / "abc.md"
ATTACK_RECORD = DOCS / "attacks.jsonl"
MUTATION_RECORD = DOCS / "mutation.json"
SIMULATED = "fake"
"""The provider whose guests tell nothing of real ones."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What is on record of the tasks as they are now.

    Attributes:
        tasks: All tasks of the tasks folder.
        proofs: Their proofs that are not stale, by task.
        attacks: The attacks on record, by task.
        mutants: Mutants made and killed, by task; None if no mutation is on record.
    """

    tasks: Sequence[Task]
    proofs: Mapping[str, Proof]
    attacks: Mapping[str, Sequence[AttackLine]]
    mutants: Mapping[str, tuple[int, int]] | None

    @property
    def counts(self) -> Counts:
        """Those of the suite `core`."""
        core = [task for task in self.tasks if "core" in task.suites]
        return Counts(
            tasks=len(core),
            also=sum(bool(equivalent_results(task.folder)) for task in core),
            safety=sum(task.has_safety_claims for task in core),
            variants=sum(task.has_variants for task in core),
        )

    @property
    def targets(self) -> list[Task]:
        """The tasks that can be attacked."""
        return [task for task in self.tasks if attackable(task)]

    @property
    def findings(self) -> list[AttackLine]:
        """The attacks that succeeded."""
        return [
            line for lines in self.attacks.values() for line in lines if line.outcome in ("fooled", "raised")
        ]

    @property
    def attacked(self) -> int:
        """How many tasks every attack is on record of."""
        names = {attack.name for attack in ATTACKS}
        return sum(names <= {line.attack for line in self.attacks.get(task.id, ())} for task in self.targets)

    def scores(self, claim: str) -> dict[str, list[float]]:
        """The scores of a claim of the proofs, of each variant that was proven, by task."""
        return {
            task: scores
            for task, proof in self.proofs.items()
            if (
                scores := [
                    proven.score
                    for name, proven in proof.claims.items()
                    if name == claim or name.startswith(f"{claim} (variant ")
                ]
            )
        }


def gather() -> Figures:
    """Read the figures. Raises TaskError, UsageError for a malformed record."""
    tasks = select_tasks(Selection(), tasks_root())
    record = AttackRecord(ATTACK_RECORD)
    real = {
        task.id: [line for line in record.current(task).values() if line.provider != SIMULATED]
        for task in tasks
        if attackable(task)
    }
    return Figures(
        tasks,
        {state.task: state.proof for state in proof_states(tasks) if state.proof and not state.stale},
        {task: lines for task, lines in real.items() if lines},
        mutants_on_record(MUTATION_RECORD),
    )


def mutants_on_record(path: Path) -> dict[str, tuple[int, int]] | None:
    """Read how many mutants were made and killed of each task; None without such a file."""
    if not path.is_file():
        return None
    mutants: list[dict[str, Any]] = json.loads(path.read_text())["mutants"]
    made = Counter(mutant["task"] for mutant in mutants)
    killed = Counter(mutant["task"] for mutant in mutants if mutant["outcome"] == "killed")
    return {task: (number, killed[task]) for task, number in sorted(made.items())}


def document(figures: Figures) -> str:
    """Return docs/validity.md."""
    parts = [
        "# Validity of the suites",
        "How far a score of 1 means that the task is done, in figures that were recorded on guests."
        " `python -m scripts.validity_docs` writes this page and [abc.md](abc.md) from the proofs on record,"
        f" `docs/{ATTACK_RECORD.name}` and `docs/{MUTATION_RECORD.name}`."
        " A figure counts while the task's folder and the modules of `checkers` that it uses are as they were.",
        "## Baselines",
        *_baselines(figures),
        "## Attacks",
        *_attacks(figures),
        "## Mutation",
        *_mutation(figures),
        "## Terminal alone",
        "Not recorded: no field of a task says that typing into a terminal alone solves it.",
    ]
    return "\n\n".join(parts) + "\n"


def _baselines(figures: Figures) -> Iterator[str]:
    """The accuracy of agents without skill. A proof plays what `noop` and, on infeasible tasks, `fail` do."""
    idle, infeasible = figures.scores("idle"), figures.scores("called infeasible")
    feasible = {task.id for task in figures.tasks if task.feasible}
    above = sorted(task for task, scores in idle.items() if any(scores) and task in feasible)
    yield (
        f"{len(figures.proofs)} of {len(figures.tasks)} tasks have a proof of what they are now."
        " Each proof plays doing nothing (`noop`), and on infeasible tasks calling them so at once (`fail`), in"
        " variants 0, 1 and 2 where there are some; on a feasible task `fail` scores 0 by rule"
        " ([running.md](running.md))."
    )
    yield _table(
        ("agent", "feasible tasks", "infeasible tasks", "episodes", "tasks that score above 0"),
        [
            (
                "`noop`",
                _mean(score for task in idle if task in feasible for score in idle[task]),
                _mean(score for task in idle if task not in feasible for score in idle[task]),
                sum(map(len, idle.values())),
                ", ".join(above) or "none of the feasible ones",
            ),
            (
                "`fail`",
                "0 by rule",
                _mean(score for scores in infeasible.values() for score in scores),
                sum(map(len, infeasible.values())),
                "all infeasible ones",
            ),
            ("`random`", "not recorded", "not recorded", 0, ""),
        ],
    )
    number = len(feasible & set(idle))
    share = (len(figures.tasks) - len(feasible)) / max(1, len(figures.tasks))
    yield (
        f"So over all tasks `noop` has an accuracy of 0 ({number} feasible tasks proven) and `fail` one of {share:.1%}."
        if not above
        else ("A feasible task that scores above 0 for doing nothing must be mended.")
    )


def _attacks(figures: Figures) -> Iterator[str]:
    targets, lines = figures.targets, [line for each in figures.attacks.values() for line in each]
    yield (
        "`testbed tasks attack --record docs/attacks.jsonl` plays them ([tasks.md](tasks.md#attacks)), and goes on"
        f" where the record ends. On record: {figures.attacked} of {len(targets)} feasible tasks with all"
        f" {len(ATTACKS)} attacks, {sum(line.verdicts for line in lines)} verdicts. {_findings_text(figures.findings)}"
    )
    rows = []
    for attack in ATTACKS:
        outcomes = Counter(line.outcome for line in lines if line.attack == attack.name)
        rows.append((attack.name, attack.tries, *(outcomes[outcome] for outcome in OUTCOMES)))
    yield _table(("attack", "what it does", *OUTCOMES), rows)
    domains = sorted({task.domain for task in targets})
    yield _table(
        ("domain", "feasible tasks", "attacked", "successful attacks"),
        [
            (
                domain,
                sum(task.domain == domain for task in targets),
                sum(task.domain == domain and task.id in figures.attacks for task in targets),
                sum(line.task.startswith(f"{domain}/") for line in figures.findings),
            )
            for domain in domains
        ],
    )
    if figures.findings:
        yield "### Attacks that succeed"
        yield _table(
            ("task", "attack", "outcome", "how"),
            [
                (
                    line.task,
                    line.attack,
                    line.outcome,
                    line.detail.replace("|", "\\|").replace("\n", " ")[:120],
                )
                for line in figures.findings
            ],
        )
        yield (
            "A negated answer names the right one, which the agent has to know: it gains nothing without the"
            " work. It is a fault of the checker all the same, since the answer is wrong."
            if {line.attack for line in figures.findings} == {"negated answer"}
            else "Each is a fault of a checker."
        )


def _findings_text(findings: Sequence[AttackLine]) -> str:
    if not findings:
        return "None scores 1, and no checker ends with an error."
    kinds = Counter(line.attack for line in findings)
    return f"{len(findings)} succeed: {', '.join(f'{number} x {name}' for name, number in kinds.items())}."


def _mutation(figures: Figures) -> Iterator[str]:
    if figures.mutants is None:
        yield (
            "Not recorded yet. `testbed run --suite core --agent oracle --out runs/oracle`, then"
            f" `testbed tasks mutate runs/oracle --json > docs/{MUTATION_RECORD.name}` records it."
        )
        return
    made, killed = (sum(pair[place] for pair in figures.mutants.values()) for place in (0, 1))
    yield f"{killed} of {made} mutants of {len(figures.mutants)} tasks are killed: {killed / max(1, made):.1%}."
    yield _table(("task", "mutants", "killed"), [(task, *pair) for task, pair in figures.mutants.items()])


def _mean(scores: Iterable[float]) -> str:
    values = list(scores)
    return f"{sum(values) / len(values):.3f}" if values else "–"


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def checklist_page(figures: Figures) -> str:
    """Return docs/abc.md."""
    proven = len(figures.proofs) == len(figures.tasks)
    fooled = {line.attack for line in figures.findings}
    complete = figures.attacked == len(figures.targets)
    mutated = figures.mutants is not None
    return checklist(figures.counts, proven=proven, attacked=complete, fooled=fooled, mutated=mutated)


if __name__ == "__main__":
    gathered = gather()
    PAGE.write_text(document(gathered))
    CHECKLIST.write_text(checklist_page(gathered))
