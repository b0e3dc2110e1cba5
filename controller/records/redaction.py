"""What remains of a record when its texts are removed: structure, names of testbed's own, scores, times, token counts.

Whatever is not listed here as kept is removed, so a field that is added later is private until it is listed. A removed
text leaves its length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from controller.core.old_names import with_present_names
from controller.core.parts import tools_of_parts
from controller.models.exchange import MOCK_HEADER
from controller.models.exchange_recorder import EXCHANGE_OLD_NAMES
from controller.records.old_results import in_present_form
from controller.records.part_records import part_of_event, without_texts

Json = Any
_EVENT_FIELDS = frozenset(
    {"event", "task", "snapshot", "screen", "marked", "hash", "images", "app", "status", "type", "button"}
    | {"model", "models", "by_model", "leniencies"}
)
"""Fields of events whose texts testbed itself writes: identifiers, hashes, kinds."""
_DETAILS = ("model", "mistakes", "leniencies", "unknown_tools", "searches")
"""What metrics and the viewer read of a decision's details; the rest is the model's own message."""
_HEADERS = ("content-type", "retry-after", "retry-after-ms", MOCK_HEADER)
_NAMED_KEY = 2
"""A key's name of at least this many characters is a key such as `ctrl` or `Return`; a shorter one is typed text."""


def redact_text(text: str) -> str:
    """Return what stands for a text; an empty one stays."""
    return f"[redacted: {len(text)} characters]" if text else ""


class Redactor:
    """Redacts the records of a run whose guests offered `tools`, each with `name` and `input_schema`."""

    def __init__(self, tools: Iterable[Mapping[str, Any]]) -> None:
        self._words = {tool.name: _words_of(tool.input_schema) for tool in tools_of_parts()}
        self._words |= {str(tool.get("name")): _words_of(tool.get("input_schema")) for tool in tools}

    def event(self, event: Mapping[str, Any]) -> dict[str, Json]:
        """Redact a line of an episode's events."""
        redacted = {name: self._field(name, value) for name, value in event.items()}
        match event.get("event"):
            case "guest":
                redacted["name"] = event.get("name")
            case "tools":
                redacted["names"] = event.get("names")
            case str(kind) if spec := part_of_event(kind):
                redacted |= {
                    name: value
                    for name, value in event.items()
                    if isinstance(value, str) and value in spec.words
                }
        return redacted

    def result(self, result: Mapping[str, Any]) -> dict[str, Json]:
        """Redact an episode's result, or a later verdict on it."""
        kept = in_present_form(result)
        if "answer" in kept:
            kept["answer"] = _without_texts(kept["answer"])
        if "verdicts" in kept:
            kept["verdicts"] = [_verdict(verdict) for verdict in kept["verdicts"]]
        if "score" in result:
            kept["score"] = result["score"]
        if "parts" in kept:
            kept["parts"] = without_texts(kept["parts"], redact_text)
        if kept.get("error"):
            kept["error"] = failure(kept["error"])
        if "attempts" in kept:
            kept["attempts"] = [
                attempt | {"error": failure(attempt["error"])} for attempt in kept["attempts"]
            ]
        return kept

    def _field(self, name: str, value: Json) -> Json:
        if name in ("action", "actions"):
            return self._actions(value)
        if name == "details" and isinstance(value, dict):
            return {key: self._detail(key, value[key]) for key in _DETAILS if key in value}
        if name == "structured":
            return None
        if name == "error" and isinstance(value, dict):
            return failure(value)
        if name in _EVENT_FIELDS:
            return value
        if isinstance(value, dict):
            return {key: self._field(key, item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._field(name, item) for item in value]
        return _without_texts(value)

    def _detail(self, name: str, value: Json) -> Json:
        return value if name in ("model", "leniencies") else _without_texts(value)

    def _actions(self, value: Json) -> Json:
        if isinstance(value, list):
            return [self._actions(item) for item in value]
        if not isinstance(value, dict):
            return _without_texts(value)
        action = {key: item if key in _EVENT_FIELDS else self._actions(item) for key, item in value.items()}
        if value.get("type") == "tool_call":
            name = str(value.get("name"))
            action["name"] = name if name in self._words else redact_text(name)
            action["arguments"] = _arguments(value.get("arguments"), self._words.get(name, frozenset()))
        for name in ("keys", "modifiers"):
            if isinstance(keys := value.get(name), list):
                action[name] = [key if len(str(key)) >= _NAMED_KEY else redact_text(str(key)) for key in keys]
        return action


def exchange(line: Mapping[str, Any]) -> dict[str, Json]:
    """Redact a line of an episode's exchanges: the request's and the response's bodies go."""
    kept = with_present_names(line, EXCHANGE_OLD_NAMES)
    kept["request"] = {"model": kept.get("requested_model", "")}
    kept["failure"] = redact_text(str(line.get("failure", "")))
    kept["attempts"] = [attempt | _redact_texts(attempt, "error") for attempt in kept.get("attempts", ())]
    if response := kept.get("response"):
        headers = {name: value for name, value in response["headers"].items() if name in _HEADERS}
        kept["response"] = response | {"headers": headers, "body": redact_text(response["body"])}
    return kept


def failure(error: Mapping[str, Any]) -> dict[str, Json]:
    """Redact a recorded error but for its class."""
    return dict(error) | _redact_texts(error, "message", "hint")


def run_info(info: Mapping[str, Any]) -> dict[str, Json]:
    """Redact `run.json`: prompts, instructions and the note go."""
    agent = info["agent"] | {
        "prompts": {name: redact_text(text) for name, text in info["agent"]["prompts"].items()}
    }
    tasks = [task | _redact_texts(task, "instruction") for task in info["tasks"]]
    return dict(info) | {"agent": agent, "tasks": tasks, "note": redact_text(info.get("note", ""))}


def _verdict(verdict: Any) -> dict[str, Json]:
    """Redact a verdict as JSON has it, or one that was read."""
    kept: dict[str, Json] = dict(verdict) if isinstance(verdict, Mapping) else verdict.model_dump(mode="json")
    for name in {"claims", "safety"} & kept.keys():
        kept[name] = [claim | _redact_texts(claim, "text", "found") for claim in kept[name]]
    return kept | _redact_texts(kept, "truth", "problem", "hint")


def _redact_texts(record: Mapping[str, Any], *names: str) -> dict[str, str]:
    return {name: redact_text(str(record[name])) for name in names if name in record}


def _without_texts(value: Json) -> Json:
    if isinstance(value, str):
        return redact_text(value)
    if isinstance(value, list):
        return [_without_texts(item) for item in value]
    if isinstance(value, dict):
        return {
            f"redacted_{number}": _without_texts(item) for number, item in enumerate(value.values(), start=1)
        }
    return value


def _arguments(value: Json, words: frozenset[str]) -> Json:
    """A call's arguments with the words of the tool's schema: names of parameters, values to choose from."""
    if isinstance(value, dict):
        return {
            key if key in words else f"redacted_{number}": _arguments(item, words)
            for number, (key, item) in enumerate(value.items(), start=1)
        }
    if isinstance(value, list):
        return [_arguments(item, words) for item in value]
    return value if isinstance(value, str) and value in words else _without_texts(value)


def _words_of(schema: Json) -> frozenset[str]:
    """The names of parameters and the enumerated values of a JSON schema, at any depth."""
    words: set[str] = set()
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            properties, choices = part.get("properties"), part.get("enum", [])
            words.update(map(str, properties if isinstance(properties, dict) else ()))
            words.update(item for item in [*choices, part.get("const")] if isinstance(item, str))
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return frozenset(words)
