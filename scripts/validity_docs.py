"""Write docs/validity.md and docs/abc.md: how far the suites' scores can be trusted, in recorded figures.

The figures are those of the proofs on record, of docs/attacks.jsonl (`testbed tasks attack --record`), of
docs/baselines.jsonl (scripts/record_baselines.py) and of docs/mutation.jsonl (`testbed tasks mutate RUN --record`).
What is not recorded is marked as such.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from controller.proofs.attacks.attack_record import AttackLine, AttackRecord
from controller.proofs.attacks.catalogue import ATTACKS
from controller.proofs.attacks.play import OUTCOMES, attackable
from controller.proofs.attacks.scene import reads_answer, reads_values
from controller.proofs.line_record import Line, LineRecord
from controller.proofs.mutation import OUTCOMES as MUTATION_OUTCOMES
from controller.proofs.mutation_record import MutationLine, MutationRecord
from controller.proofs.proof_record import Proof, proof_states
from controller.tasks.domains import domain_of
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.solutions import equivalent_results
from controller.tasks.task import Task
from scripts.abc_items import Counts, checklist
from scripts.record_baselines import RECORD as BASELINE_RECORD
from scripts.record_baselines import BaselineLine, open_record
from scripts.task_marks import MARKS, read_marks

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "validity.md"
CHECKLIST = DOCS / "abc.md"
ATTACK_RECORD = DOCS / "attacks.jsonl"
MUTATION_RECORD = DOCS / "mutation.jsonl"
RANDOM = "random"
ENOUGH_MUTANTS = 25
"""Of a task, where its evidence allows so many."""
LIVING = tuple(outcome for outcome in MUTATION_OUTCOMES if outcome != "killed")
SIMULATED = "fake"
"""Provider whose results are not accepted as evidence (`fake`)."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What is on record of the tasks as they are now.

    Attributes:
        tasks: All tasks of the tasks folder.
        proofs: Their proofs that are not stale, by task.
        attacks: The attacks on record, by task.
        random: The episodes of the agent `random` on record.
        mutants: The mutants on record, a line for each task.
    """

    tasks: Sequence[Task]
    proofs: Mapping[str, Proof]
    attacks: Mapping[str, Sequence[AttackLine]]
    random: Sequence[BaselineLine]
    mutants: Sequence[MutationLine]

    @property
    def counts(self) -> Counts:
        """Those of the suite `core`."""
        core = [task for task in self.tasks if "core" in task.info.suites]
        return Counts(
            tasks=len(core),
            also=sum(bool(equivalent_results(task.folder)) for task in core),
            safety=sum(task.judging.safety_checker() is not None for task in core),
            variants=sum(task.variants is not None for task in core),
            nothing_else=sum(task.judging.nothing_else for task in core),
            answers=sum(reads_answer(task) for task in core),
            values=sum(reads_values(task) for task in core),
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
    attacks: dict[str, list[AttackLine]] = {}
    for line in _real(AttackRecord(ATTACK_RECORD), [task for task in tasks if attackable(task)]):
        attacks.setdefault(line.task, []).append(line)
    return Figures(
        tasks,
        {state.task: state.proof for state in proof_states(tasks) if state.proof and not state.stale},
        attacks,
        [line for line in _real(open_record(), tasks) if line.agent == RANDOM],
        _real(MutationRecord(MUTATION_RECORD), tasks),
    )


def _real(record: LineRecord[Line], tasks: Sequence[Task]) -> list[Line]:
    """What is on record of the tasks as they are now, in guests that are no imitation."""
    with_folder = (task for task in tasks if task.folder is not None)
    return [line for task in with_folder for line in record.current(task) if line.provider != SIMULATED]


def document(figures: Figures) -> str:
    """Return docs/validity.md."""
    parts = [
        "# Validity of the suites",
        "How far a score of 1 means that the task is done, in figures that were recorded on guests."
        " `python -m scripts.validity_docs` writes this page and [abc.md](abc.md) from the proofs on record,"
        f" `docs/{ATTACK_RECORD.name}`, `docs/{BASELINE_RECORD.name}` and `docs/{MUTATION_RECORD.name}`."
        " A figure counts while the task's folder and the modules of `checkers` that it uses are as they were.",
        "## Baselines",
        *_baselines(figures),
        "## Attacks",
        *_attacks(figures),
        "## Mutation",
        *_mutation(figures),
        "## Terminal alone",
        *_terminal(figures),
    ]
    return "\n\n".join(parts) + "\n"


def _baselines(figures: Figures) -> Iterator[str]:
    """The accuracy of agents without skill. A proof plays what `noop` and, on infeasible tasks, `fail` do."""
    idle, infeasible = figures.scores("idle"), figures.scores("called infeasible")
    feasible = {task.id for task in figures.tasks if task.info.feasible}
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
            _random_row(figures, feasible),
        ],
    )
    yield _random_runs(figures)
    number = len(feasible & set(idle))
    share = (len(figures.tasks) - len(feasible)) / max(1, len(figures.tasks))
    yield (
        f"So over all tasks `noop` has an accuracy of 0 ({number} feasible tasks proven) and `fail` one of {share:.1%}."
        if not above
        else ("A feasible task that scores above 0 for doing nothing must be mended.")
    )


def _random_row(figures: Figures, feasible: Set[str]) -> tuple[object, ...]:
    lines = figures.random
    if not lines:
        return ("`random`", "not recorded", "not recorded", 0, "")
    above = sorted({line.task for line in lines if line.score > 0})
    return (
        "`random`",
        _mean(line.score for line in lines if line.task in feasible),
        _mean(line.score for line in lines if line.task not in feasible),
        len(lines),
        ", ".join(above) or "none",
    )


def _random_runs(figures: Figures) -> str:
    played = len({line.task for line in figures.random})
    seeds = len({(line.seed, line.epoch) for line in figures.random})
    steps = ", ".join(map(str, sorted({line.limit for line in figures.random})))
    on_record = (
        f" On record: {played} of {len(figures.tasks)} tasks, {seeds} seeds, at most {steps} steps."
        if played
        else ""
    )
    return (
        "`random` is played by `testbed run --task '*' --agent random --epochs 3 --out runs/random`, where each epoch"
        " has a seed of its own, and recorded by `python -m scripts.record_baselines runs/random`,"
        " also while the run goes on." + on_record
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
    domains = sorted({domain_of(task.id) for task in targets})
    yield _table(
        ("domain", "feasible tasks", "attacked", "successful attacks"),
        [
            (
                domain,
                sum(domain_of(task.id) == domain for task in targets),
                sum(domain_of(task.id) == domain and task.id in figures.attacks for task in targets),
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
                    _cell(line.detail),
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
    lines = figures.mutants
    yield (
        "`testbed tasks validate --out proofs`, then `testbed tasks mutate proofs --record"
        f" docs/{MUTATION_RECORD.name}`, which goes on where the record ends, change one thing in the evidence of a"
        " reference solution; the checker kills such a mutant by any score but 1 ([tasks.md](tasks.md#mutants))."
    )
    if not lines:
        yield "Not recorded yet."
        return
    few = sum(line.made < ENOUGH_MUTANTS for line in lines)
    yield (
        f"On record: {len(lines)} of {len(figures.tasks)} tasks; {few} of them have fewer than {ENOUGH_MUTANTS}"
        " mutants."
    )
    yield _table(
        ("mutants", "tasks", "made", "killed", "part"),
        [
            _family("additive: something is added to a right result, or changed that must stay", lines, True),
            _family("others: the result is dropped, damaged or changed", lines, False),
        ],
    )
    yield _table(
        ("task", "additive", "killed", "others", "killed", *LIVING),
        [
            (
                line.task,
                *(figure for additive in (True, False) for figure in line.family(additive)),
                *(line.outcomes[how] for how in LIVING),
            )
            for line in lines
        ],
    )
    yield "### What checkers see"
    yield ("Additive mutants by what they change, and how many of a kind are not killed, if any.")
    yield _table(("change of", "kinds", "made", "killed", "part", "kinds of changes"), list(_seen(lines)))
    alive = [(line.task, mutant) for line in lines for mutant in line.alive]
    if alive:
        yield "### Mutants that are not killed"
        yield _table(
            ("task", "outcome", "evidence", "change", "where"),
            [
                (task, each.outcome, *map(_cell, (each.evidence, each.kind, each.place)))
                for task, each in alive
            ],
        )


def _family(name: str, lines: Sequence[MutationLine], additive: bool) -> tuple[object, ...]:
    """A row: of how many tasks there are such mutants, and how many are killed."""
    counts = [counted for line in lines if (counted := line.family(additive))[0]]
    made, killed = (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0)
    return name, len(counts), made, killed, f"{killed / max(1, made):.1%}"


def _seen(lines: Sequence[MutationLine]) -> Iterator[tuple[object, ...]]:
    """Rows: of each kind of evidence, the kinds of additive mutants, and how many are killed."""
    made: Counter[str] = Counter()
    alive: Counter[str] = Counter()
    for line in lines:
        if line.kinds:
            made.update(line.kinds)
            alive.update(line.kinds_alive())
    for evidence in sorted({kind.partition(": ")[0] for kind in made}):
        kinds = [kind for kind in sorted(made) if kind.startswith(f"{evidence}: ")]
        total, living = sum(made[kind] for kind in kinds), sum(alive[kind] for kind in kinds)
        names = [
            kind.partition(": ")[2] + (f" ({alive[kind]} of {made[kind]} left)" if alive[kind] else "")
            for kind in kinds
        ]
        yield evidence, len(kinds), total, total - living, f"{1 - living / total:.1%}", ", ".join(names)


def _terminal(figures: Figures) -> Iterator[str]:
    marks = read_marks()
    one, more = marks["terminal_one_command"], marks["terminal"]
    core = [task for task in figures.tasks if "core" in task.info.suites]
    total = sum(task.id in one | more for task in core)
    yield (
        f"{total} of the {len(core)} desktop tasks ({total / len(core):.0%}) can be solved by typing the system's own"
        " commands into a terminal, and nothing else; of these one command is enough for"
        f" {len(one)}. A program that reads or writes an application's file format does not count, nor does a task"
        f" with a question to the user. This was decided by reading each task (`tasks/{MARKS.name}`), and not played,"
        " but for those whose `gui()` does so."
    )
    rows = []
    for domain in sorted({domain_of(task.id) for task in core}):
        tasks = {task.id for task in core if domain_of(task.id) == domain}
        found = len(tasks & (one | more))
        rows.append((domain, len(tasks), found, len(tasks & one), f"{found / len(tasks):.0%}"))
    yield _table(("domain", "tasks", "terminal alone", "of these one command", "share"), rows)
    yield f"With one command: {', '.join(sorted(one))}."
    yield f"With several: {', '.join(sorted(more))}."


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")[:120]


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
    mutated = {line.task for line in figures.mutants} >= {task.id for task in figures.targets}
    played = {line.task for line in figures.random} >= {task.id for task in figures.tasks}
    return checklist(
        figures.counts, proven=proven, attacked=complete, fooled=fooled, mutated=mutated, random=played
    )


if __name__ == "__main__":
    gathered = gather()
    PAGE.write_text(document(gathered))
    CHECKLIST.write_text(checklist_page(gathered))
