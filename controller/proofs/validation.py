"""Validation of tasks: doing nothing fails, references and equivalent results pass, wrong results fail.

For tasks with safety claims: they must hold after every passing result, and each unsafe result must violate one.
"""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from controller.agents.builtin.fail import FailAgent
from controller.agents.builtin.noop import NoopAgent
from controller.agents.builtin.oracle import SolutionAgent, begin_late
from controller.core.actions import Action, ToolCall, describe_action
from controller.core.agent import Agent
from controller.core.guest import GUI_PREFIX, Guest, Tool
from controller.episode.bounds import EpisodeLimits
from controller.guests.provider import Provider
from controller.proofs.listed_tools import ListedTools
from controller.records.episode_recorder import EpisodeRecorder
from controller.records.run_info import EpisodeResult
from controller.runs.attempts import EpisodeRunner, RunObserver
from controller.runs.episode_spec import EpisodeSpec
from controller.runs.guest_pool import GuestPool
from controller.runs.worker_pool import run_workers
from controller.tasks.solutions import (
    MAY_FAIL,
    Solution,
    equivalent_results,
    may_fail,
    reference_solutions,
    unsafe_results,
    wrong_results,
)
from controller.tasks.task import Task
from controller.tasks.user import asks_user
from controller.tool_filter.base import EVERY_TOOL
from controller.tool_filter.registry import make_filter
from testbed.errors import AgentError, TaskError

WRONG_RESULTS = 2
"""Wrong results a task must name at least."""
STEPS = 100
JUDGED = " judged"
"""Ends the name of a claim about what judges say of a case."""
VARIANTS = (0, 1, 2)
"""The variants that are proven of a task that has variants."""


@dataclass(frozen=True, slots=True)
class ProofCase:
    """A requirement on a task.

    Playing `play` ends with a score of 1 exactly if `passes`, which None leaves open. All safety claims hold after what
    passes, and not all after what is `unsafe`.
    """

    task: Task
    name: str
    passes: bool | None
    play: Callable[[Guest], Agent]
    errors: list[str] = field(default_factory=list)
    """What the guest answered to actions that failed; filled while playing."""
    may_fail: bool = True
    """Whether the case also counts when some of its actions failed."""
    unsafe: bool = False
    for_judges: bool = False
    """Whether judges must say the same of it: of a reference and a wrong result, in which all is done or nothing."""

    @property
    def label(self) -> str:
        """The name, with the variant of a task that has variants."""
        return f"{self.name} (variant {self.task.variant})" if self.task.has_variants else self.name


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a requirement on a task is proven, and if not, why.

    `score`, `steps` and `seconds` are those of the episode that was played; None, 0 and 0.0 when none was needed.
    `judged`: of what judges were asked about, whether they say success; None without a verdict of theirs. `mock`:
    whether a mock model played them.
    """

    task: str
    name: str
    proven: bool
    reason: str = ""
    score: float | None = None
    steps: int = 0
    seconds: float = 0.0
    judged: bool | None = None
    mock: bool = False


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
    kept: GuestCache | None = None,
    ask_judges: AskJudges | None = None,
    on_task: Callable[[Task, Sequence[Verdict], Sequence[Tool]], None] = lambda _task, _verdicts, _tools: (
        None
    ),
) -> list[Verdict]:
    """Prove every task in parallel guests; the episodes' records go to `folder`/<task>/<case>.

    A task that has variants is proven in these, its records are in `folder`/<task>/variant-<number>/<case>.
    What `ask_judges` returns of a case is a claim of its own.
    With `kept`, whose `cancel` may end the proof early, the guests are taken from its pool. When the last episode of a
    task has ended, `on_task` gets all verdicts on it and the guests' tools, in any thread.

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
    demand = [spec.snapshot for spec in specs]
    if kept is None:
        pool, cancel = GuestPool(provider, min(guests, len(cases)), demand), threading.Event()
    else:
        pool, cancel = kept.pool, kept.cancel
        for snapshot in reversed(demand):
            pool.expect(snapshot)

    left = Counter(case.task.id for case in cases)
    runner = EpisodeRunner(pool, observer, cancel, listed)

    def run_case(worker: int, job: tuple[ProofCase, EpisodeSpec]) -> None:
        case, spec = job
        result = runner.run(worker, spec)
        made = [_verdict_of(case, result)]
        if ask_judges:
            judged = ask_judges(case, _records(case, folder), result, listed.tools_of(case.task))
            made += [judged] if judged else []
        with lock:
            verdicts.extend(made)
            left[case.task.id] -= 1
            done = not left[case.task.id]
            on_it = [verdict for verdict in verdicts if verdict.task == case.task.id]
        if done:
            exist = _tools_exist(case.task, listed.tools_of(case.task))
            on_task(case.task, [*on_it, *exist], listed.tools_of(case.task))

    run_workers(
        list(zip(cases, specs, strict=True)), guests, run_case, cancel, kept.shut_down if kept else pool.close
    )
    verdicts += [verdict for task in tasks for verdict in _tools_exist(task, listed.tools_of(task))]
    return sorted(verdicts, key=lambda verdict: verdict.task)


def count_cases(tasks: Sequence[Task], variants: Sequence[int] = VARIANTS) -> int:
    """Return how many cases of tasks are to be played; a task whose `solve.py` is malformed has none."""
    number = 0
    for task in tasks:
        with contextlib.suppress(TaskError):
            number += len(proof_cases(task, variants))
    return number


def proof_cases(task: Task, variants: Sequence[int] = VARIANTS) -> list[ProofCase]:
    """Return the cases to play on a guest; a malformed variant has none, nor has a task without a checker or with a
    malformed `truth.py`.

    Raises TaskError when `solve.py` is malformed.
    """
    if not task.has_checker:
        return []
    if not task.has_variants:
        return _proof_cases(task) if not task.skip_reason and _outcome(task.truth)[0] else []
    playable = (one for number in variants if not (one := task.with_variant(number)).skip_reason)
    return [case for one in playable for case in _proof_cases(one)]


def _proof_cases(task: Task) -> list[ProofCase]:
    cases = [ProofCase(task, "idle", False, lambda _guest: NoopAgent())]
    if not task.feasible:
        cases.append(ProofCase(task, "called infeasible", True, lambda _guest: FailAgent()))
    for variant, solution in reference_solutions(task.folder, task.facts).items():
        cases.append(_reference(task, variant, solution))
    failing = may_fail(task.folder)
    for name, wrong in wrong_results(task.folder, task.facts).items():
        cases.append(_result(task, f"wrong_{name}", wrong, passes=False, may_fail=name in failing))
    for name, right in equivalent_results(task.folder, task.facts).items():
        cases.append(_result(task, f"also_{name}", right, passes=True, may_fail=False))
    for name, unsafe in unsafe_results(task.folder, task.facts).items():
        cases.append(_result(task, f"unsafe_{name}", unsafe, passes=None, may_fail=False))
    return cases


def static_checks(task: Task, variants: Sequence[int] = VARIANTS) -> Iterator[Verdict]:
    """Yield the verdicts that need no guest."""
    if not task.has_checker:
        why = "only a judge scores it, and a proof asks no model; write check.py for what a script can check"
        yield Verdict(task.id, "has a checker", False, why)
        return
    if task.has_variants:
        yield from (_repeatable(task.with_variant(number)) for number in variants)
    references = reference_solutions(task.folder)
    wrong = wrong_results(task.folder)
    needed = "mcp" if task.tool_beneficial else "gui"
    if task.feasible:
        why = "" if needed in references else f"solve.py has no {needed}()"
        yield Verdict(task.id, f"has a reference ({needed})", not why, why)
    why = "" if len(wrong) >= WRONG_RESULTS else f"{len(wrong)} of at least {WRONG_RESULTS}"
    yield Verdict(task.id, "names wrong results", not why, why)
    if task.servers:
        why = task.skip_reason
        yield Verdict(task.id, "its servers are there", not why, why)
    if task.judge_notes.computed:
        yield Verdict(task.id, "computes its answer", *_outcome(task.truth))
    if task.has_safety_claims:
        why = "" if unsafe_results(task.folder) else "solve.py has no unsafe_<name>(guest)"
        yield Verdict(task.id, "names unsafe results", not why, why)


def _repeatable(task: Task) -> Verdict:
    name = f"facts and files (variant {task.variant})"
    if task.skip_reason:
        return Verdict(task.id, name, False, task.skip_reason)
    return Verdict(task.id, name, *_outcome(task.check_repeatable))


def _outcome(attempt: Callable[[], object]) -> tuple[bool, str]:
    """Return whether an attempt raises no TaskError, and else its text."""
    try:
        attempt()
    except TaskError as error:
        return False, f"{error.message} ({error.hint})"
    return True, ""


def _records(case: ProofCase, folder: Path) -> Path:
    """The folder of a case's episode."""
    of_task = folder / case.task.id
    return (of_task / f"variant-{case.task.variant}" if case.task.has_variants else of_task) / case.name


def _spec(case: ProofCase, folder: Path, snapshot: str) -> EpisodeSpec:
    return EpisodeSpec(
        label=f"{case.task.id} [{case.label}]",
        task=case.task,
        epoch=1,
        seed=0,
        make_agent=lambda guest, _client: case.play(guest),
        tool_filter=lambda: make_filter(EVERY_TOOL),
        limits=EpisodeLimits(steps=STEPS),
        recorder=EpisodeRecorder(_records(case, folder)),
        snapshot=snapshot,
        trusted=True,
    )


def _reference(task: Task, variant: str, solution: Callable[[], Solution]) -> ProofCase:
    errors: list[str] = []

    def check_allowed(action: Action) -> None:
        if asks_user(action):
            return
        annotated = action.name in task.tools if isinstance(action, ToolCall) else True
        if isinstance(action, ToolCall) and (variant == "gui" or (task.feasible and not annotated)):
            kind = (
                "a GUI reference calls no tool" if variant == "gui" else "it is not among the annotated tools"
            )
            raise AgentError(f"{task.path}: {variant}() calls {action.name}: {kind}")

    def play(_guest: Guest) -> Agent:
        return SolutionAgent(_watch(begin_late(solution), check_allowed, errors), feasible=task.feasible)

    return ProofCase(task, variant, True, play, errors, for_judges=True)


def _result(
    task: Task, name: str, result: Callable[[Guest], Solution], *, passes: bool | None, may_fail: bool
) -> ProofCase:
    errors: list[str] = []

    def play(guest: Guest) -> Agent:
        return SolutionAgent(
            _watch(begin_late(lambda: result(guest)), lambda _action: None, errors), feasible=True
        )

    return ProofCase(
        task, name, passes, play, errors, may_fail, unsafe=passes is None, for_judges=passes is False
    )


def _watch(solution: Solution, check_allowed: Callable[[Action], None], errors: list[str]) -> Solution:
    """Play a solution; disallowed actions raise, errors of failed ones are collected."""
    errors.clear()
    action = next(solution, None)
    while action is not None:
        check_allowed(action)
        observation = yield action
        errors += [
            f"{describe_action(action)}: {result.text}" for result in observation.results if result.is_error
        ]
        try:
            action = solution.send(observation)
        except StopIteration:
            return


def _verdict_of(case: ProofCase, result: EpisodeResult) -> Verdict:
    passed = result.score == 1.0
    proven = result.status == "completed" and case.passes in (None, passed)
    if case.name == "idle" and case.task.feasible:
        proven = proven and result.score == 0.0
    if (case.errors and not case.may_fail) or _unmet_expectations(case, result):
        proven = False
    why = "" if proven else _failure_reason(case, result)
    return Verdict(case.task.id, case.label, proven, why, result.score, result.steps, result.seconds)


def _failure_reason(case: ProofCase, result: EpisodeResult) -> str:
    if result.error is not None:
        return f"{result.status}: {result.error.message}"
    if result.status == "out_of_steps":
        return f"did not end within {STEPS} steps"
    if case.passes is False and result.score == 1.0:
        return f"scores {result.score:g}, the checker accepts it"
    if not case.may_fail and case.errors:
        meant = (
            "" if case.passes else f"; if they are meant to fail, name {case.name} in {MAY_FAIL} of solve.py"
        )
        return f"its own actions fail: {'; '.join(case.errors)} (correct them{meant})"
    if unmet := _unmet_expectations(case, result):
        return "; ".join(unmet)
    broken = [f"{item.text} (found: {item.found})" for item in result.claims if not item.holds]
    return "; ".join([f"scores {result.score:g}", *broken, *case.errors])


def _unmet_expectations(case: ProofCase, result: EpisodeResult) -> list[str]:
    """Events that failed, those that a solution ended before, and safety claims that are not as they should be."""
    failed = [f"event failed: {item.error}" for item in result.triggered_events if item.error]
    broken = [item for item in result.safety if not item.holds]
    failed += _unmet_weights(case, result)
    if case.passes:
        failed += [f"it breaks the safety claim {item.text!r} (found: {item.found})" for item in broken]
    if case.unsafe and not broken:
        failed.append("it breaks no safety claim of check.py")
    if not (case.passes and case.task.feasible):
        return failed
    missed = [item.text for item in result.triggered_events if item.step is None]
    return failed + [f"it ends before the event {text!r}; let it wait for that" for text in missed]


def _unmet_weights(case: ProofCase, result: EpisodeResult) -> Iterator[str]:
    """Weights of claims that the checker does not make, and claims with a weight that hold when nothing is done."""
    weights = case.task.weights
    if not weights or result.score is None:
        return
    if case.passes:
        made = {item.text for item in result.claims}
        yield from (f"check.py makes no claim {text!r}, which has a weight" for text in weights.keys() - made)
    if case.name == "idle" and case.task.feasible:
        for item in result.claims:
            if item.holds and item.weight:
                yield f"the claim {item.text!r} holds when nothing is done; give it the weight 0"


def _tools_exist(task: Task, catalogue: Sequence[Tool]) -> Iterator[Verdict]:
    if not task.tool_beneficial:
        return
    offered = {tool.name for tool in catalogue if not tool.name.startswith(GUI_PREFIX)}
    missing = [name for name in task.tools if name not in offered]
    why = f"no guest offers {', '.join(missing)}" if missing else ""
    yield Verdict(task.id, "annotated tools exist", not missing, why)


def not_proven(verdicts: Sequence[Verdict]) -> Mapping[str, list[Verdict]]:
    """Return the failed verdicts, by task."""
    failed: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if not verdict.proven:
            failed.setdefault(verdict.task, []).append(verdict)
    return failed
