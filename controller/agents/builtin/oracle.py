"""Plays a task's reference solution from its `solve.py`.

A reference solution is a generator, `def mcp() -> Solution` or `def gui() -> Solution`: it yields an
action and is sent the observation that follows it. When it ends without a `Terminate`, the oracle adds
the right one. A task that cannot be done needs no solution: the oracle calls it so, in every variant.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable

from controller.agents.contract import AgentCard, AgentOptions, AgentSpec
from controller.agents.settings import refuse_settings
from controller.core.actions import Terminate
from controller.core.agent import Agent, Decision, EpisodeContext
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.tasks.solutions import VARIANTS, Solution, reference_solutions
from testbed.command import command
from testbed.errors import AgentError, TestbedError, UsageError


class SolutionAgent:
    """Plays one solution, action by action."""

    def __init__(self, solution: Solution, *, feasible: bool) -> None:
        self._solution = solution
        self._last = Terminate(status="success" if feasible else "failure")
        self._started = False

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:  # noqa: ARG002
        try:
            action = self._solution.send(observation) if self._started else next(self._solution)
        except StopIteration:
            return Decision((self._last,))
        except TestbedError:
            raise
        except Exception as error:
            raise AgentError(f"the solution raised:\n{traceback.format_exc(limit=-3)}") from error
        self._started = True
        return Decision((action,))


def describe(options: AgentOptions) -> AgentCard:
    refuse_settings("oracle", options)
    if options.variant not in ("", *VARIANTS):
        raise UsageError(
            f"the oracle has no variant {options.variant!r}", hint="use oracle, oracle:mcp or oracle:gui"
        )
    return AgentCard("oracle", options.variant, gui_only=options.variant == "gui")


def create(context: EpisodeContext, options: AgentOptions) -> Agent:
    """Raises AgentError when a feasible task has no reference solution of the kind asked for."""
    references = reference_solutions(options.task_folder, options.task_facts)
    for variant in _variants(options):
        if variant in references:
            return SolutionAgent(begin_late(references[variant]), feasible=options.feasible)
    if not options.feasible:
        return SolutionAgent(begin_late(lambda: None), feasible=False)
    raise AgentError(
        f"{context.task_id} has no {' or '.join(_variants(options))} reference solution",
        hint=f"see `{command('tasks list')}` for the references each task has",
    )


AGENT = AgentSpec(
    describe=describe,
    create=create,
    summary=__doc__,
    needs_model=False,
    knows_solution=True,
    default_tool_filter="oracle",
)


def begin_late(solution: Callable[[], Solution | None]) -> Solution:
    """The solution, begun only when its first action is asked for; one that is None has no actions."""
    yield from solution() or _nothing()


def _variants(options: AgentOptions) -> tuple[str, ...]:
    if options.variant:
        return (options.variant,)
    allowed = {"gui": ("gui",), "mcp": ("mcp",), "gui+mcp": VARIANTS}
    return allowed[options.actions]


def _nothing() -> Solution:
    yield from ()
