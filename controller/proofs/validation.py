"""Validation of tasks: doing nothing fails, references and equivalent results pass, wrong results fail.

For tasks with safety claims: they must hold after every passing result, and each unsafe result must violate one.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.core.guest import GUI_PREFIX, Tool
from controller.episode.bounds import EpisodeLimits
from controller.guests.provider import Provider
from controller.proofs.listed_tools import ListedTools
from controller.proofs.proof_cases import VARIANTS, ProofCase, proof_cases
from controller.proofs.replayed_cases import case_folder, find_played, judge_again, note_case
from controller.proofs.verdicts import STEPS, Verdict, verdict_of
from controller.records.episode_recorder import EpisodeRecorder
from controller.records.run_info import EpisodeResult
from controller.runs.attempts import EpisodeRunner, RunObserver
from controller.runs.episode_spec import EpisodeSpec
from controller.runs.guest_pool import GuestPool
from controller.runs.worker_pool import run_workers
from controller.tasks.solutions import reference_solutions, unsafe_results, wrong_results
from controller.tasks.task import Task, with_variant
from controller.tasks.task_variants import TaskVariants
from controller.tool_filter.base import EVERY_TOOL
from controller.tool_filter.registry import make_filter
from testbed.errors import TaskError

WRONG_RESULTS = 2
"""Wrong results a task must name at least."""

AskJudges = Callable[[ProofCase, Path, EpisodeResult, Sequence[Tool]], Verdict | None]
"""Returns what judges say of a case, whose records are in the folder, with the tools that were offered."""


@dataclass(frozen=True, slots=True)
class GuestCache:
    """Guests that outlive a proof: their owner closes the pool.

    Attributes:
        pool: Where the proof takes its guests.
        cancel: Ends the proof early; it is also set when the proof fails or is interrupted.
        shut_down: Called once when the proof ends.
    """

    pool: GuestPool
    cancel: threading.Event
    shut_down: Callable[[], None]


def prove(
    tasks: Sequence[Task],
    provider: Provider,
    guests: int,
    folder: Path,
    observer: RunObserver,
    *,
    variants: Sequence[int] = VARIANTS,
    resume: bool = False,
    kept: GuestCache | None = None,
    ask_judges: AskJudges | None = None,
    on_task: Callable[[Task, Sequence[Verdict], Sequence[Tool]], None] = lambda _task, _verdicts, _tools: (
        None
    ),
) -> list[Verdict]:
    """Prove every task in parallel guests; the episodes' records go to `folder`/<task>/<case>.

    A task that has variants is proven in these, its records are in `folder`/<task>/variant-<number>/<case>.
    With `resume`, cases that were played there before, of the same set-up and solution, are judged again from their
    records instead.
    What `ask_judges` returns of a case is a claim of its own.
    With `kept`, whose `cancel` may end the proof early, the guests are taken from its pool. When the last episode of a
    task has ended, `on_task` gets all verdicts on it and the tools of the guests themselves, in any thread.

    Raises KeyboardInterrupt, RecordsError, GuestBootError when no guest comes up, TaskError.
    """
    verdicts: list[Verdict] = []
    cases: list[ProofCase] = []
    for task in tasks:
        try:
            cases += proof_cases(task, variants)
            verdicts += static_checks(task, variants)
        except TaskError as error:
            verdicts.append(Verdict(task.id, "solve.py loads", False, error.message))
    listed = ListedTools(provider.snapshots)
    lock = threading.Lock()
    specs = [_spec(case, folder, case.task.select_snapshot(provider.snapshots)) for case in cases]
    image = provider.image_hash
    played = [find_played(case, case_folder(case, folder), image) if resume else None for case in cases]
    demand = [spec.snapshot for spec, earlier in zip(specs, played, strict=True) if earlier is None]
    if kept is None:
        pool, cancel = GuestPool(provider, min(guests, max(1, len(demand))), demand), threading.Event()
    else:
        pool, cancel = kept.pool, kept.cancel
        for snapshot in reversed(demand):
            pool.expect(snapshot)

    left = Counter(case.task.id for case in cases)
    runner = EpisodeRunner(pool, observer, cancel, listed)

    def result_of(
        worker: int, case: ProofCase, spec: EpisodeSpec, earlier: EpisodeResult | None
    ) -> EpisodeResult:
        if earlier is not None:
            if judged := judge_again(case.task, case_folder(case, folder), earlier):
                observer.ended(worker, spec.label, judged)
                return judged
            pool.expect(spec.snapshot)
        result = runner.run(worker, spec)
        note_case(case, case_folder(case, folder), provider)
        return result

    def run_case(worker: int, job: tuple[ProofCase, EpisodeSpec, EpisodeResult | None]) -> None:
        case, spec, earlier = job
        result = result_of(worker, case, spec, earlier)
        made = [verdict_of(case, result)]
        if ask_judges:
            judged = ask_judges(case, case_folder(case, folder), result, listed.tools_of(case.task))
            made += [judged] if judged else []
        with lock:
            verdicts.extend(made)
            left[case.task.id] -= 1
            done = not left[case.task.id]
            on_it = [verdict for verdict in verdicts if verdict.task == case.task.id]
        if done:
            exist = _tools_exist(case.task, listed.tools_of(case.task))
            on_task(case.task, [*on_it, *exist], listed.own(case.task))

    run_workers(
        list(zip(cases, specs, played, strict=True)),
        guests,
        run_case,
        cancel,
        kept.shut_down if kept else pool.close,
    )
    verdicts += [verdict for task in tasks for verdict in _tools_exist(task, listed.tools_of(task))]
    return sorted(verdicts, key=lambda verdict: verdict.task)


def static_checks(task: Task, variants: Sequence[int] = VARIANTS) -> Iterator[Verdict]:
    """Yield the verdicts that need no guest."""
    if not task.judging.has_checker:
        why = "only a judge scores it, and a proof asks no model; write check.py for what a script can check"
        yield Verdict(task.id, "has a checker", False, why)
        return
    for number in variants:
        variant = with_variant(task, number)
        if variant.variants:
            yield _repeatable(variant, variant.variants)
    references = reference_solutions(task.folder)
    wrong = wrong_results(task.folder)
    needed = "mcp" if task.info.tool_beneficial else "gui"
    if task.info.feasible:
        why = "" if needed in references else f"solve.py has no {needed}()"
        yield Verdict(task.id, f"has a reference ({needed})", not why, why)
    why = "" if len(wrong) >= WRONG_RESULTS else f"{len(wrong)} of at least {WRONG_RESULTS}"
    yield Verdict(task.id, "names wrong results", not why, why)
    if task.servers:
        why = task.skip_reason
        yield Verdict(task.id, "its servers are there", not why, why)
    if task.judging.notes.computed:
        yield Verdict(task.id, "computes its answer", *_outcome(task.judging.truth))
    if task.judging.safety_checker() is not None:
        why = "" if unsafe_results(task.folder) else "solve.py has no unsafe_<name>(guest)"
        yield Verdict(task.id, "names unsafe results", not why, why)


def _repeatable(task: Task, variants: TaskVariants) -> Verdict:
    name = f"facts and files (variant {task.play.variant})"
    if task.skip_reason:
        return Verdict(task.id, name, False, task.skip_reason)
    return Verdict(task.id, name, *_outcome(variants.check_repeatable))


def _outcome(attempt: Callable[[], object]) -> tuple[bool, str]:
    """Return whether an attempt raises no TaskError, and else its text."""
    try:
        attempt()
    except TaskError as error:
        return False, f"{error.message} ({error.hint})"
    return True, ""


def _tools_exist(task: Task, catalogue: Sequence[Tool]) -> Iterator[Verdict]:
    if not task.info.tool_beneficial:
        return
    offered = {tool.name for tool in catalogue if not tool.name.startswith(GUI_PREFIX)}
    missing = [name for name in task.info.tools if name not in offered]
    why = f"no guest offers {', '.join(missing)}" if missing else ""
    yield Verdict(task.id, "annotated tools exist", not missing, why)


def _spec(case: ProofCase, folder: Path, snapshot: str) -> EpisodeSpec:
    return EpisodeSpec(
        label=f"{case.task.id} [{case.label}]",
        task=case.task,
        epoch=1,
        seed=0,
        make_agent=lambda guest, _client: case.play(guest),
        tool_filter=lambda: make_filter(EVERY_TOOL),
        limits=EpisodeLimits(steps=STEPS, keep_final=True),
        recorder=EpisodeRecorder(case_folder(case, folder)),
        snapshot=snapshot,
        trusted=True,
    )
