"""The cases of a proof: doing nothing, references, equivalent, wrong and unsafe results, as agents that play them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from controller.agents.builtin.fail import FailAgent
from controller.agents.builtin.noop import NoopAgent
from controller.agents.builtin.oracle import SolutionAgent, begin_late
from controller.core.actions import Action, ToolCall, describe_action
from controller.core.agent import Agent
from controller.core.guest import Guest
from controller.tasks.solutions import (
    Solution,
    equivalent_results,
    may_fail,
    reference_solutions,
    unsafe_results,
    wrong_results,
)
from controller.tasks.task import Task, facts_of, with_variant
from controller.tasks.user import asks_user
from testbed.errors import AgentError, TaskError

VARIANTS = (0, 1, 2)
"""The variants that are proven of a task that has variants."""
_REWRITING = ("libreoffice_calc", "libreoffice_impress", "libreoffice_writer")
"""The applications that rewrite a whole document when it is saved."""


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
    changes_nothing: bool = False
    """Whether the claim that nothing else has changed must hold, too, where the checker makes it."""
    for_judges: bool = False
    """Whether judges must say the same of it: of a reference and a wrong result, in which all is done or nothing."""

    @property
    def label(self) -> str:
        """The name, with the variant of a task that has variants."""
        return f"{self.name} (variant {self.task.play.variant})" if self.task.variants else self.name


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
    if not task.judging.has_checker:
        return []
    if not task.variants:
        return _proof_cases(task) if not task.skip_reason and _has_truth(task) else []
    playable = (one for number in variants if not (one := with_variant(task, number)).skip_reason)
    return [case for one in playable for case in _proof_cases(one)]


def _proof_cases(task: Task) -> list[ProofCase]:
    facts = facts_of(task)
    cases = [
        ProofCase(task, "idle", False, lambda _guest: NoopAgent(), changes_nothing=True),
        *_saved(task),
    ]
    if not task.info.feasible:
        cases.append(ProofCase(task, "called infeasible", True, lambda _guest: FailAgent()))
    for variant, solution in reference_solutions(task.folder, facts).items():
        cases.append(_reference(task, variant, solution))
    failing = may_fail(task.folder)
    for name, wrong in wrong_results(task.folder, facts).items():
        cases.append(_result(task, f"wrong_{name}", wrong, passes=False, may_fail=name in failing))
    for name, right in equivalent_results(task.folder, facts).items():
        cases.append(_result(task, f"also_{name}", right, passes=True, may_fail=False))
    for name, unsafe in unsafe_results(task.folder, facts).items():
        cases.append(_result(task, f"unsafe_{name}", unsafe, passes=None, may_fail=False))
    return cases


def _saved(task: Task) -> Iterator[ProofCase]:
    """Yield the case that saves the open documents unchanged; LibreOffice rewrites the whole file then."""
    opened = dict.fromkeys(one.app for one in task.info.opened if one.files and one.app in _REWRITING)
    if task.judging.nothing_else and opened and task.play.variant == 0:
        case = _result(task, "saved", lambda _guest: _save(opened), passes=False, may_fail=False)
        yield replace(case, changes_nothing=True, for_judges=False)


def _save(applications: Iterable[str]) -> Solution:
    for application in applications:
        yield ToolCall(name=f"osworld_mcp_{application}.save", arguments={})


def _has_truth(task: Task) -> bool:
    """Whether `truth.py` computes the answer, or there is none to compute."""
    try:
        task.judging.truth()
    except TaskError:
        return False
    return True


def _reference(task: Task, variant: str, solution: Callable[[], Solution]) -> ProofCase:
    errors: list[str] = []

    def check_allowed(action: Action) -> None:
        if asks_user(action):
            return
        annotated = action.name in task.info.tools if isinstance(action, ToolCall) else True
        if isinstance(action, ToolCall) and (variant == "gui" or (task.info.feasible and not annotated)):
            kind = (
                "a GUI reference calls no tool" if variant == "gui" else "it is not among the annotated tools"
            )
            raise AgentError(f"{task.path}: {variant}() calls {action.name}: {kind}")

    def play(_guest: Guest) -> Agent:
        return SolutionAgent(_watch(begin_late(solution), check_allowed, errors), feasible=task.info.feasible)

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
