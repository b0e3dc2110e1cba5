"""What an agent did in an episode, from its events: kinds of steps, tool calls and what came of them, time."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.records.event_lines import Event


class Catalogue:
    """The tools of a run's guests with the arguments they take, as in the run's `tools.json`."""

    def __init__(self, tools: Iterable[Mapping[str, Any]]) -> None:
        """Raises KeyError, TypeError for what is no such list."""
        self._schemas = {str(tool["name"]): tool["input_schema"] for tool in tools}
        self._validators: dict[str, Validator | None] = {}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._schemas)

    def knows(self, name: str) -> bool:
        return name in self._schemas

    def accepts(self, name: str, arguments: object) -> bool:
        """Whether arguments are as the schema of a known tool wants them; names it does not list are not.

        True when the schema itself is broken: then nobody can tell.
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


def _validator(schema: object) -> Validator | None:
    # Not imported above: it takes long, and most commands count nothing.
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    if not isinstance(schema, dict):
        return None
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError:
        return None
    # The registry is empty, so that a guest's schema makes this host fetch nothing.
    validator = Draft202012Validator(schema, registry=Registry())

    def validate(arguments: dict[str, Any]) -> bool:
        try:
            return bool(validator.is_valid(arguments))
        except (Unresolvable, re.error, RecursionError):
            return True

    return validate


@dataclass(slots=True)
class EpisodeStats:
    """What happened in the last try of an episode.

    Steps are apart by kind: GUI actions, tool calls, `terminate`, and answers that were no action at all
    (`mistake_steps`, an environment's agents alone). Of the tool calls, executed or not: `unknown` name no
    tool of the guest, `not_offered` one that was not offered then, `invalid` have arguments that the tool's
    schema does not allow, `failed` were executed and answered with an error (the invalid ones among them).
    `stepless_calls` are those of the first two kinds that the agent's adapter answered itself, so that they
    took no step. Without the run's list of tools these and `invalid` are None. `unusable` answers of the
    model came to no step. `searches` for tools the model made by its vendor's means: neither steps nor calls.
    `first_tool_step` counts from 1. Seconds: `model` deciding, `environment` executing and observing. `tools`
    are executed calls by name.
    """

    gui_steps: int = 0
    tool_steps: int = 0
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
        return self.gui_steps + self.tool_steps + self.terminate_steps + self.mistake_steps

    @property
    def calls(self) -> int:
        """All tool calls the agent asked for."""
        return self.tool_steps + self.stepless_calls


class _Accumulator:
    """Adds events up, one at a time."""

    def __init__(self, catalogue: Catalogue | None) -> None:
        self.conduct = EpisodeStats()
        self._catalogue = catalogue
        self._offered: frozenset[str] = frozenset()
        if catalogue is None:
            self.conduct.unknown = self.conduct.not_offered = self.conduct.invalid = None

    def add(self, event: Event) -> None:
        conduct = self.conduct
        match event["event"]:
            case "step":
                self._step(event)
                conduct.environment_seconds += _seconds(event)
            case "observation":
                conduct.environment_seconds += _seconds(event)
            case "decision":
                conduct.decisions += 1
                conduct.model_seconds += _seconds(event)
                conduct.unusable += len(_texts(event, "mistakes"))
                conduct.searches += len(_texts(event, "searches"))
                for name in _texts(event, "unknown_tools"):
                    conduct.stepless_calls += 1
                    self._refused(name)
            case "mistake":
                conduct.mistake_steps += 1
            case "tools":
                names = event.get("names")
                self._offered = frozenset(map(str, names)) if isinstance(names, list) else frozenset()
                conduct.offered = max(conduct.offered, len(self._offered))

    def _step(self, event: Event) -> None:
        conduct = self.conduct
        action = event.get("action")
        kind = action.get("type") if isinstance(action, dict) else None
        result = event.get("result")
        erred = isinstance(result, dict) and result.get("is_error") is True
        refused = event.get("refused") is True
        if kind == "terminate":
            conduct.terminate_steps += 1
        elif kind == "tool_call" and isinstance(action, dict):
            conduct.tool_steps += 1
            name = str(action.get("name"))
            if refused:
                self._refused(name)
            else:
                self._executed(name, action.get("arguments", {}), erred=erred)
        else:
            conduct.gui_steps += 1
            conduct.refused_gui_steps += refused
            conduct.failed_gui_steps += erred and not refused

    def _refused(self, name: str) -> None:
        if self._catalogue is None:
            return
        if self._catalogue.knows(name) or name in self._offered:
            self.conduct.not_offered = (self.conduct.not_offered or 0) + 1
        else:
            self.conduct.unknown = (self.conduct.unknown or 0) + 1

    def _executed(self, name: str, arguments: object, *, erred: bool) -> None:
        conduct = self.conduct
        conduct.tools[name] += 1
        conduct.failed += erred
        if conduct.first_tool_step is None:
            conduct.first_tool_step = conduct.steps
        catalogue = self._catalogue
        if catalogue is not None and catalogue.knows(name) and not catalogue.accepts(name, arguments):
            conduct.invalid = (conduct.invalid or 0) + 1


def episode_stats(events: Iterable[Event], catalogue: Catalogue | None) -> EpisodeStats:
    """What an episode's events tell, in their order."""
    fold = _Accumulator(catalogue)
    for event in events:
        fold.add(event)
    return fold.conduct


def _texts(event: Event, name: str) -> list[str]:
    """A list in a decision's details; empty when there is none."""
    details = event.get("details")
    found = details.get(name) if isinstance(details, dict) else None
    return list(map(str, found)) if isinstance(found, list) else []


def _seconds(event: Event) -> float:
    value = event.get("seconds")
    usable = isinstance(value, int | float) and math.isfinite(value) and value > 0
    return float(value) if usable and value is not None else 0.0


@dataclass(frozen=True, slots=True)
class AggregateStats:
    """How agents went about some episodes: sums, means over the episodes, and shares of all tool calls.

    Means and shares are None where there is nothing to divide by; the rates of unknown names, tools not
    offered and invalid calls also where a run has no list of tools. `first_tool_step` is the mean over
    episodes with a call.
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


def aggregate_stats(conducts: Sequence[EpisodeStats]) -> AggregateStats:
    """All of them taken together."""
    calls = sum(item.calls for item in conducts)
    gui = sum(item.gui_steps for item in conducts)
    firsts = [item.first_tool_step for item in conducts if item.first_tool_step is not None]
    tools = Counter[str]()
    for item in conducts:
        tools.update(item.tools)
    return AggregateStats(
        episodes=len(conducts),
        gui_steps=gui,
        calls=calls,
        tool_steps=sum(item.tool_steps for item in conducts),
        terminate_steps=sum(item.terminate_steps for item in conducts),
        mistake_steps=sum(item.mistake_steps for item in conducts),
        with_calls=sum(bool(item.tools) for item in conducts),
        first_tool_step=_mean(firsts),
        unknown_rate=_share([item.unknown for item in conducts], calls),
        not_offered_rate=_share([item.not_offered for item in conducts], calls),
        invalid_rate=_share([item.invalid for item in conducts], calls),
        failed_rate=_share([item.failed for item in conducts], calls),
        refused_gui_rate=_share([item.refused_gui_steps for item in conducts], gui),
        failed_gui_rate=_share([item.failed_gui_steps for item in conducts], gui),
        unusable=sum(item.unusable for item in conducts),
        searches=sum(item.searches for item in conducts),
        model_seconds=_mean([item.model_seconds for item in conducts]),
        environment_seconds=_mean([item.environment_seconds for item in conducts]),
        offered=_mean([item.offered for item in conducts]),
        tools=dict(sorted(tools.items(), key=lambda item: (-item[1], item[0]))),
    )


def _share(parts: Sequence[int | None], whole: int) -> float | None:
    known = [part for part in parts if part is not None]
    return sum(known) / whole if whole and len(known) == len(parts) else None


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
