"""Statistics of an agent's behaviour, from an episode's events: kinds of steps, tool calls and their results, time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.core.parts import tools_of_parts
from controller.metrics.tool_catalogue import Catalogue, own_name
from controller.records.event_lines import Event
from controller.records.event_values import number_of
from controller.tool_filter.builtin.router import EXECUTE, ROUTE, found_tools


@dataclass(frozen=True, slots=True)
class RouteQuery:
    """A search with the router's `route`, and the names of the tools it found; None if these cannot be read."""

    text: str
    found: frozenset[str] | None


@dataclass(slots=True)
class EpisodeStats:
    """Counts over the last attempt of an episode.

    Attributes:
        gui_steps: Steps that are GUI actions.
        tool_steps: Steps that are tool calls.
        question_steps: Steps that ask the user of the task, which are no tool calls.
        terminate_steps: Steps that are `terminate`.
        mistake_steps: Steps without a valid action, of agents of the Gymnasium environment only.
        refused_gui_steps: GUI actions that were not executed.
        failed_gui_steps: GUI actions that were executed with an error.
        unknown: Tool calls, executed or not, that name no tool of the guest; None without the run's list of tools.
        not_offered: Tool calls of a tool that was not offered at that step; None as above.
        invalid: Tool calls whose arguments do not conform to the tool's schema; None as above.
        failed: Executed tool calls that returned an error, invalid ones included.
        stepless_calls: Unknown or not offered calls that the agent's adapter answered, so that they took no step.
        unusable: Answers of the model that led to no step.
        searches: Searches for tools with the model vendor's own means: neither steps nor calls.
        decisions: Decisions of the agent.
        first_tool_step: The step of the first executed tool call, from 1.
        offered: The largest number of tools offered at a step.
        model_seconds: Time of deciding.
        environment_seconds: Time of executing and observing.
        tools: Executed calls by tool.
        routes: Executed searches with the router's `route`, which are tool calls too; None if it was never offered.
        failed_routes: Those that returned an error.
        rounds: Decisions that do more than to end the episode.
        messages: Messages of the dialogue, as Chat Completions has it: system prompt, instruction, each answer of the
            model, and a result for each action that has one. An unusable answer counts with what it was answered. 0
            without a decision.
        names: Names of the executed tools without those of their servers, so that tools of one name are one;
            without the router's search.
        queries: Those searches, without the failed ones.
        shown: Tools that were offered at some step, without the router's own.
        latest_failed: Whether the latest executed call of each tool returned an error.
    """

    gui_steps: int = 0
    tool_steps: int = 0
    question_steps: int = 0
    terminate_steps: int = 0
    mistake_steps: int = 0
    refused_gui_steps: int = 0
    failed_gui_steps: int = 0
    unknown: int | None = 0
    not_offered: int | None = 0
    invalid: int | None = 0
    failed: int = 0
    stepless_calls: int = 0
    unusable: int = 0
    searches: int = 0
    decisions: int = 0
    first_tool_step: int | None = None
    offered: int = 0
    model_seconds: float = 0.0
    environment_seconds: float = 0.0
    tools: Counter[str] = field(default_factory=Counter)
    routes: int | None = None
    failed_routes: int = 0
    rounds: int = 0
    messages: int = 0
    names: set[str] = field(default_factory=set)
    queries: list[RouteQuery] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    latest_failed: dict[str, bool] = field(default_factory=dict)

    @property
    def steps(self) -> int:
        acted = self.gui_steps + self.tool_steps + self.question_steps
        return acted + self.terminate_steps + self.mistake_steps

    @property
    def calls(self) -> int:
        """All tool calls the agent asked for."""
        return self.tool_steps + self.stepless_calls

    @property
    def target_calls(self) -> int:
        """Calls without the router's searches."""
        return self.calls - (self.routes or 0)

    @property
    def executed_calls(self) -> int:
        """Calls that were executed, without the router's searches."""
        return sum(self.tools.values()) - (self.routes or 0)

    @property
    def valid_names(self) -> int | None:
        """Calls of tools that were offered, without the router's searches; None without the run's list of tools."""
        if self.unknown is None or self.not_offered is None:
            return None
        return max(0, self.target_calls - self.unknown - self.not_offered)


class _Accumulator:
    """Adds events up, one at a time."""

    def __init__(self, catalogue: Catalogue | None) -> None:
        self.stats = EpisodeStats()
        self._catalogue = catalogue
        self._offered: frozenset[str] = frozenset()
        self._group: tuple[object, float] = (None, 0.0)
        if catalogue is None:
            self.stats.unknown = self.stats.not_offered = self.stats.invalid = None

    def add(self, event: Event) -> None:
        stats = self.stats
        match event["event"]:
            case "step":
                self._step(event)
                stats.environment_seconds += self._step_seconds(event)
            case "observation":
                stats.environment_seconds += _seconds(event)
            case "decision":
                self._decision(event)
            case "mistake":
                stats.mistake_steps += 1
            case "tools":
                names = event.get("names")
                self._offered = frozenset(map(str, names)) if isinstance(names, list) else frozenset()
                stats.offered = max(stats.offered, len(self._offered))
                stats.shown |= self._offered - (_ROUTER if self._routes else frozenset())
                if self._routes and stats.routes is None:
                    stats.routes = 0

    @property
    def _routes(self) -> bool:
        return self._offered >= _ROUTER

    def _decision(self, event: Event) -> None:
        stats = self.stats
        unusable, answered = len(_texts(event, "mistakes")), _texts(event, "unknown_tools")
        stats.messages += 1 if stats.decisions else 1 + _BEFORE_DECISIONS
        stats.messages += unusable + max(unusable, len(answered))
        stats.decisions += 1
        stats.rounds += _acts(event)
        stats.model_seconds += _seconds(event)
        stats.unusable += unusable
        stats.searches += len(_texts(event, "searches"))
        for name in answered:
            stats.stepless_calls += 1
            self._count_refused(name)

    def _step_seconds(self, event: Event) -> float:
        """What a step adds to the time: of steps at the same time only the longest counts."""
        seconds = _seconds(event)
        group, longest = self._group
        if event.get("group") is None or event.get("group") != group:
            self._group = (event.get("group"), seconds)
            return seconds
        self._group = (group, max(longest, seconds))
        return max(0.0, seconds - longest)

    def _step(self, event: Event) -> None:
        stats = self.stats
        action = event.get("action")
        kind = action.get("type") if isinstance(action, dict) else None
        result = event.get("result")
        erred = isinstance(result, dict) and result.get("is_error") is True
        refused, denied = (event.get(name) is True for name in ("refused", "denied"))
        stats.messages += kind != "terminate" and result is not None and stats.decisions > 0
        if kind == "terminate":
            stats.terminate_steps += 1
        elif kind == "tool_call" and isinstance(action, dict) and not refused and _is_of_part(action):
            stats.question_steps += 1
        elif kind == "tool_call" and isinstance(action, dict):
            stats.tool_steps += 1
            name = str(action.get("name"))
            if refused:
                self._count_refused(name)
            elif not denied:
                self._count_executed(name, action.get("arguments", {}), erred=erred)
            if self._routes and name == ROUTE.name and not erred:
                stats.queries.append(_query(action, result))
        else:
            stats.gui_steps += 1
            stats.refused_gui_steps += refused
            stats.failed_gui_steps += erred and not refused and not denied

    def _count_refused(self, name: str) -> None:
        if self._catalogue is None:
            return
        if self._catalogue.has_tool(name) or name in self._offered:
            self.stats.not_offered = (self.stats.not_offered or 0) + 1
        else:
            self.stats.unknown = (self.stats.unknown or 0) + 1

    def _count_executed(self, name: str, arguments: object, *, erred: bool) -> None:
        stats = self.stats
        stats.tools[name] += 1
        stats.failed += erred
        stats.latest_failed[name] = erred
        if self._routes and name == ROUTE.name:
            stats.routes = (stats.routes or 0) + 1
            stats.failed_routes += erred
        else:
            stats.names.add(self._catalogue.own_name(name) if self._catalogue else own_name(name))
        if stats.first_tool_step is None:
            stats.first_tool_step = stats.steps
        catalogue = self._catalogue
        if catalogue is not None and catalogue.has_tool(name) and not catalogue.accepts(name, arguments):
            stats.invalid = (stats.invalid or 0) + 1


def episode_stats(events: Iterable[Event], catalogue: Catalogue | None) -> EpisodeStats:
    """Count what happens in an episode.

    Args:
        events: The episode's events, in their order.
        catalogue: The guest's tools; None if the run has no list of them.
    """
    accumulator = _Accumulator(catalogue)
    for event in events:
        accumulator.add(event)
    return accumulator.stats


_BEFORE_DECISIONS = 2
"""Messages before the model's first answer: the system prompt and the instruction."""
_ROUTER = frozenset({ROUTE.name, EXECUTE.name})


def _query(action: Mapping[str, Any], result: object) -> RouteQuery:
    arguments = action.get("arguments")
    text = arguments.get("query") if isinstance(arguments, dict) else None
    answer = result.get("text") if isinstance(result, dict) else None
    found = found_tools(answer) if isinstance(answer, str) else None
    return RouteQuery(text if isinstance(text, str) else "", found)


def _acts(event: Event) -> bool:
    actions = event.get("actions")
    kinds = [action.get("type") if isinstance(action, dict) else None for action in _as_list(actions)]
    return any(kind != "terminate" for kind in kinds)


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_of_part(action: Mapping[str, Any]) -> bool:
    return any(action.get("name") == tool.name for tool in tools_of_parts())


def _texts(event: Event, name: str) -> list[str]:
    """A list in a decision's details; empty when there is none."""
    details = event.get("details")
    texts = details.get(name) if isinstance(details, dict) else None
    return list(map(str, texts)) if isinstance(texts, list) else []


def _seconds(event: Event) -> float:
    return max(0.0, number_of(event.get("seconds")))
