"""What an agent declares (`AgentSpec`), and what it is given (`AgentOptions`).

A module or folder of `controller/agents/builtin`, or an entry point of the group `testbed.agents` in another
distribution, has

    AGENT = AgentSpec(describe=describe, create=create, keys=("MY_API_KEY",))

and nothing else lists the agent's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from controller.agents.probes import Probe
from controller.core.actions import ActionSpace, Calling
from controller.core.agent import Agent, EpisodeContext
from controller.core.safety_check import CheckPolicy
from controller.core.texts import first_line
from controller.models.client import ModelClient
from controller.models.platforms import Platform
from controller.tool_filter.base import DEFAULT_FILTER


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """The user's options for an agent, and the means of the run.

    Attributes:
        variant: What follows the colon in `--agent NAME:VARIANT`, "" if nothing does.
        model: The value of `--model`, "" if not given.
        base_url: The model API's address (`--base-url`); "" is the agent's usual one.
        via: The cloud platform that serves the model (`--via`), one of `AgentSpec.platforms`; "" is the vendor itself.
        settings: The agent's own settings (`--set KEY=VALUE`); check them with `read_settings`.
        model_client: The only way to model APIs that is recorded, replayed and limited.
        actions: Which kinds of actions the run allows.
        calling: How the model calls functions (`--calling`), one of `AgentSpec.callings`.
        call_seconds: Time limit of one decision, with all attempts of its model calls.
        defer_tools: The model searches for the tools itself (`AgentSpec.defers_tools`), instead of being shown them.
        max_tools_offered: The most tools that the run offers at once on guests with a screen; 0 without such guests, or
            when it is unknown before one is started.
        max_tools_headless: The same on guests without a screen, where no mouse and keyboard come on top.
        task_folder: The task's folder; None unless `AgentSpec.knows_solution`.
        task_facts: The facts of the task's variant, likewise; None of a task without variants.
        feasible: Whether the task is feasible; always True unless `AgentSpec.knows_solution`.
        guest: The guest's name; "" unless `AgentSpec.is_person`.
        safety_checks: What becomes of `Decision.safety_checks` in the run; "" for their own default.
    """

    variant: str = ""
    model: str = ""
    base_url: str = ""
    via: Platform = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    model_client: ModelClient = field(default_factory=ModelClient, compare=False)
    actions: ActionSpace = "gui+mcp"
    calling: Calling = "native"
    call_seconds: float = 300.0
    defer_tools: bool = False
    max_tools_offered: int = 0
    max_tools_headless: int = 0
    task_folder: Path | None = None
    task_facts: object | None = None
    feasible: bool = True
    guest: str = ""
    safety_checks: CheckPolicy | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class AgentCard:
    """An agent's description in a run's record.

    Attributes:
        name: The agent's name.
        variant: Its variant, "" if it has none.
        model: The requested model, "" if it uses none.
        models: Further models it uses.
        prompts: Every text that its model is given, by name. A run can only be resumed with the same ones.
        warnings: Warnings about the results, printed once a run.
        gui_only: Whether it uses no tools, also where `AgentOptions.actions` allows them. Such an agent is refused for
            tasks on headless guests.
        states_cost: Whether each of its decisions says what it cost (`Decision.cost`), so that `--max-cost` needs no
            price of its models.
    """

    name: str
    variant: str = ""
    model: str = ""
    models: tuple[str, ...] = ()
    prompts: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    gui_only: bool = False
    states_cost: bool = False


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """The declaration of an agent.

    Attributes:
        describe: Checks the options and returns the agent's description for the run's record. Called once, before any
            guest is started. Raises UsageError when the agent cannot run with these options: an unknown variant or
            model, a missing key.
        create: Returns a new agent for one episode.
        summary: What the agent does; `testbed agents list` shows the first line.
        keys: The environment variables it reads API keys from.
        needs_model: Whether it takes `--model`; a study runs an agent that does not once instead of once a model.
        is_baseline: Whether its results are what others are compared with, because it does not try to solve a task; a
            report shows them apart.
        is_person: Whether a person acts: on one guest at a time, with as long for a decision as for the episode.
        knows_solution: Whether it is given the task's folder, with the reference solution, which it plays; its variant
            selects which one.
        defers_tools: Whether it supports `AgentOptions.defer_tools`.
        callings: The ways in which its model can call functions (`--calling`), the default first; none for an agent
            that does not take the option.
        platforms: The cloud platforms that it reaches its models through (`--via`).
        default_tool_filter: The tool filter of a run that names none.
        check: Returns the smallest requests of each form that the agent sends with these options, for `testbed agents
            check`; None when it sends none. Raises UsageError as `describe` does.

    Example:
        A complete agent, which terminates at once:

            from testbed.actions import Terminate
            from testbed.agents import AgentCard, AgentSpec, Decision

            class Quitter:
                def act(self, observation, tools):
                    return Decision((Terminate(status="failure"),))

            AGENT = AgentSpec(
                describe=lambda options: AgentCard("quitter"),
                create=lambda context, options: Quitter(),
                needs_model=False,
            )
    """

    describe: Callable[[AgentOptions], AgentCard]
    create: Callable[[EpisodeContext, AgentOptions], Agent]
    summary: str | None = None
    keys: tuple[str, ...] = ()
    needs_model: bool = True
    is_baseline: bool = False
    is_person: bool = False
    knows_solution: bool = False
    defers_tools: bool = False
    callings: tuple[Calling, ...] = ()
    platforms: tuple[str, ...] = ()
    default_tool_filter: str = DEFAULT_FILTER
    check: Callable[[AgentOptions], Iterable[Probe]] | None = None

    @property
    def headline(self) -> str:
        """The summary's first line."""
        return first_line(self.summary or "")


def imported_late(module: str, function: str) -> Callable[..., Any]:
    """Return a function whose module is imported when it is called: for a declaration of an agent with a large SDK."""
    return partial(_import_and_call, module, function)


def _import_and_call(module: str, function: str, *arguments: Any) -> Any:
    return getattr(import_module(module), function)(*arguments)
