"""Statistics of an agent's behaviour, from an episode's events: kinds of steps, tool calls and their results, time."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.records.event_lines import Event
from controller.records.trajectory import number_of
from controller.tasks.user import ASK_USER


class Catalogue:
    """The tools of a run's guests with the arguments they take, as in the run's `tools.json`."""

    def __init__(self, tools: Iterable[Mapping[str, Any]]) -> None:
        """Raises KeyError or TypeError if `tools` is not such a list."""
        self._schemas = {str(tool["name"]): tool["input_schema"] for tool in tools}
        self._validators: dict[str, Validator | None] = {}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._schemas)

    def knows(self, name: str) -> bool:
        return name in self._schemas

    def accepts(self, name: str, arguments: object) -> bool:
        """Whether arguments conform to the schema of a known tool; names that it does not list do not.

        True if the schema itself is invalid.
        """
        if name not in self._validators:
            self._validators[name] = _validator(self._schemas[name])
        validator = self._validators[name]
        if validator is None:
            return True
        if not isinstance(arguments, dict):
            return False
        schema = self._schemas[name]
        properties = schema.get("properties", {})
        if not schema.get("additionalProperties") and not all(key in properties for key in arguments):
            return False
        return validator(arguments)


Validator = Callable[[dict[str, Any]], bool]


_SCHEMA_LIMIT = 100_000
_REFERENCES_LIMIT = 32
_PATTERN_QUANTIFIERS = 3
_PATTERN_TEXT = 200


def _validator(schema: object) -> Validator | None:
    # Not imported above: it takes long, and most commands count nothing.
    from jsonschema import Draft202012Validator, validators
    from jsonschema.exceptions import SchemaError
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    if not isinstance(schema, dict) or not _is_cheap(schema):
        return None
    try:
        Draft202012Validator.check_schema(schema)
    except (SchemaError, RecursionError):
        return None
    # The registry is empty, so that a guest's schema makes this host fetch nothing.
    bounded = validators.extend(Draft202012Validator, {"pattern": _check_pattern})
    validator = bounded(schema, registry=Registry())

    def validate(arguments: dict[str, Any]) -> bool:
        try:
            return bool(validator.is_valid(arguments))
        except (Unresolvable, re.error, RecursionError):
            return True

    return validate


def _is_cheap(schema: Mapping[str, Any]) -> bool:
    """Whether validating takes no long time: references to references may add up to any number of steps."""
    try:
        text = json.dumps(schema)
    except RecursionError:
        return False
    references = text.count('"$ref"') + text.count('"$dynamicRef"')
    return len(text) <= _SCHEMA_LIMIT and references <= _REFERENCES_LIMIT and "patternProperties" not in text


def _check_pattern(_validator: Any, pattern: object, value: object, _schema: Any) -> Iterator[Any]:
    """The keyword `pattern`, for patterns and texts on which no search takes long; others count as matching."""
    from jsonschema.exceptions import ValidationError

    if (
        not isinstance(pattern, str)
        or not isinstance(value, str)
        or len(value) > _PATTERN_TEXT
        or "(" in pattern
    ):
        return
    quantifiers = sum(pattern.count(sign) for sign in "*+?{")
    if quantifiers <= _PATTERN_QUANTIFIERS and not re.search(pattern, value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


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

    @property
    def steps(self) -> int:
        acted = self.gui_steps + self.tool_steps + self.question_steps
        return acted + self.terminate_steps + self.mistake_steps

    @property
    def calls(self) -> int:
        """All tool calls the agent asked for."""
        return self.tool_steps + self.stepless_calls


class _Accumulator:
    """Adds events up, one at a time."""

    def __init__(self, catalogue: Catalogue | None) -> None:
        self.stats = EpisodeStats()
        self._catalogue = catalogue
        self._offered: frozenset[str] = frozenset()
        if catalogue is None:
            self.stats.unknown = self.stats.not_offered = self.stats.invalid = None

    def add(self, event: Event) -> None:
        stats = self.stats
        match event["event"]:
            case "step":
                self._step(event)
                stats.environment_seconds += _seconds(event)
            case "observation":
                stats.environment_seconds += _seconds(event)
            case "decision":
                stats.decisions += 1
                stats.model_seconds += _seconds(event)
                stats.unusable += len(_texts(event, "mistakes"))
                stats.searches += len(_texts(event, "searches"))
                for name in _texts(event, "unknown_tools"):
                    stats.stepless_calls += 1
                    self._refused(name)
            case "mistake":
                stats.mistake_steps += 1
            case "tools":
                names = event.get("names")
                self._offered = frozenset(map(str, names)) if isinstance(names, list) else frozenset()
                stats.offered = max(stats.offered, len(self._offered))

    def _step(self, event: Event) -> None:
        stats = self.stats
        action = event.get("action")
        kind = action.get("type") if isinstance(action, dict) else None
        result = event.get("result")
        erred = isinstance(result, dict) and result.get("is_error") is True
        refused = event.get("refused") is True
        if kind == "terminate":
            stats.terminate_steps += 1
        elif kind == "tool_call" and isinstance(action, dict) and not refused and _asks_user(action):
            stats.question_steps += 1
        elif kind == "tool_call" and isinstance(action, dict):
            stats.tool_steps += 1
            name = str(action.get("name"))
            if refused:
                self._refused(name)
            else:
                self._executed(name, action.get("arguments", {}), erred=erred)
        else:
            stats.gui_steps += 1
            stats.refused_gui_steps += refused
            stats.failed_gui_steps += erred and not refused

    def _refused(self, name: str) -> None:
        if self._catalogue is None:
            return
        if self._catalogue.knows(name) or name in self._offered:
            self.stats.not_offered = (self.stats.not_offered or 0) + 1
        else:
            self.stats.unknown = (self.stats.unknown or 0) + 1

    def _executed(self, name: str, arguments: object, *, erred: bool) -> None:
        stats = self.stats
        stats.tools[name] += 1
        stats.failed += erred
        if stats.first_tool_step is None:
            stats.first_tool_step = stats.steps
        catalogue = self._catalogue
        if catalogue is not None and catalogue.knows(name) and not catalogue.accepts(name, arguments):
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


def _asks_user(action: Mapping[str, Any]) -> bool:
    return action.get("name") == ASK_USER.name


def _texts(event: Event, name: str) -> list[str]:
    """A list in a decision's details; empty when there is none."""
    details = event.get("details")
    texts = details.get(name) if isinstance(details, dict) else None
    return list(map(str, texts)) if isinstance(texts, list) else []


def _seconds(event: Event) -> float:
    return max(0.0, number_of(event.get("seconds")))


@dataclass(frozen=True, slots=True)
class AggregateStats:
    """Statistics of several episodes: sums, means over the episodes, and shares of all tool calls.

    Means and shares are None if there is nothing to divide by; the rates of unknown, not offered and invalid
    calls also if the run has no list of tools. `first_tool_step` is the mean over episodes with a call.
    """

    episodes: int
    calls: int
    gui_steps: int
    tool_steps: int
    terminate_steps: int
    mistake_steps: int
    with_calls: int
    first_tool_step: float | None
    unknown_rate: float | None
    not_offered_rate: float | None
    invalid_rate: float | None
    failed_rate: float | None
    refused_gui_rate: float | None
    failed_gui_rate: float | None
    unusable: int
    searches: int
    model_seconds: float | None
    environment_seconds: float | None
    offered: float | None
    tools: dict[str, int]


def aggregate_stats(episodes: Sequence[EpisodeStats]) -> AggregateStats:
    """Aggregate the statistics of several episodes."""
    calls = sum(item.calls for item in episodes)
    gui = sum(item.gui_steps for item in episodes)
    firsts = [item.first_tool_step for item in episodes if item.first_tool_step is not None]
    tools = Counter[str]()
    for item in episodes:
        tools.update(item.tools)
    return AggregateStats(
        episodes=len(episodes),
        gui_steps=gui,
        calls=calls,
        tool_steps=sum(item.tool_steps for item in episodes),
        terminate_steps=sum(item.terminate_steps for item in episodes),
        mistake_steps=sum(item.mistake_steps for item in episodes),
        with_calls=sum(bool(item.tools) for item in episodes),
        first_tool_step=_mean(firsts),
        unknown_rate=_share([item.unknown for item in episodes], calls),
        not_offered_rate=_share([item.not_offered for item in episodes], calls),
        invalid_rate=_share([item.invalid for item in episodes], calls),
        failed_rate=_share([item.failed for item in episodes], calls),
        refused_gui_rate=_share([item.refused_gui_steps for item in episodes], gui),
        failed_gui_rate=_share([item.failed_gui_steps for item in episodes], gui),
        unusable=sum(item.unusable for item in episodes),
        searches=sum(item.searches for item in episodes),
        model_seconds=_mean([item.model_seconds for item in episodes]),
        environment_seconds=_mean([item.environment_seconds for item in episodes]),
        offered=_mean([item.offered for item in episodes]),
        tools=dict(sorted(tools.items(), key=lambda item: (-item[1], item[0]))),
    )


def _share(parts: Sequence[int | None], whole: int) -> float | None:
    known = [part for part in parts if part is not None]
    return sum(known) / whole if whole and len(known) == len(parts) else None


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
