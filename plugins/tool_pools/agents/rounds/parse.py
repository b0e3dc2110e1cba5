"""Lenient parser of the agent `rounds`' plans.

    {"thought": "…", "status": "continue", "calls": [{"tool": "a.b", "arguments": {}}]}

Codes of this module: `stray_text` (around the JSON), `code_fence`, `other_key` (another name of a key), `calls_form`
(one call instead of a list), `no_status` (taken from the calls), `status_word` (another word, or a flag),
`calls_left_out` (calls of a plan that ends the work), `no_thought`, `name_form`, and those of `read_call` and
`read_lenient_json`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from testbed.actions import ToolCall
from testbed.agents import ProtocolError, read_call, read_lenient_json

MAX_CALLS = 50
"""Most calls of a round."""
MAX_PLACES = 20
"""Most opening braces that are tried for the plan."""

Status = Literal["continue", "done", "impossible"]

_THOUGHT_KEYS = ("thought", "reasoning", "thinking", "plan", "rationale")
_CALL_KEYS = ("calls", "tool_calls", "tools", "planned_tools", "actions")
_DONE_FLAGS = ("done", "finished", "complete", "is_done")
_CONTINUE_FLAGS = ("should_continue", "continue")
_WORDS: dict[str, Status] = {
    "continue": "continue",
    "continuing": "continue",
    "in_progress": "continue",
    "working": "continue",
    "done": "done",
    "complete": "done",
    "completed": "done",
    "finished": "done",
    "success": "done",
    "stop": "done",
    "impossible": "impossible",
    "infeasible": "impossible",
    "failed": "impossible",
    "failure": "impossible",
}
_NAMES = ("tool", "name", "function", "tool_name", "function_name")
_FENCE = re.compile(r"```[ \t]*\w*[ \t]*\r?\n?")


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a round. One that continues has calls, any other has none."""

    thought: str
    status: Status
    calls: tuple[ToolCall, ...]
    leniencies: list[str] = field(default_factory=list)


def parse(text: str, names: Sequence[str]) -> Plan:
    """Parse a plan.

    Args:
        text: The answer.
        names: The names of the offered tools.

    Raises:
        ProtocolError: The text has no readable plan. No text raises another error.
    """
    codes: list[str] = []
    value = _find(text, codes)
    thought = _pick(value, _THOUGHT_KEYS, codes)
    if not isinstance(thought, str) or not thought.strip():
        codes.append("no_thought")
        thought = ""
    calls = _calls(_pick(value, _CALL_KEYS, codes), names, codes)
    status = _status(value, calls, codes)
    if status == "continue" and not calls:
        raise ProtocolError('its status is "continue", but it has no calls')
    if status != "continue" and calls:
        codes.append("calls_left_out")
        calls = ()
    return Plan(thought.strip(), status, calls, list(dict.fromkeys(codes)))


def _find(text: str, codes: list[str]) -> Mapping[str, Any]:
    """The first JSON object that looks like a plan."""
    at = -1
    problem = "it has no JSON object"
    for _ in range(MAX_PLACES):
        at = text.find("{", at + 1)
        if at < 0:
            break
        try:
            value, end, leniencies = read_lenient_json(text, at)
        except ValueError as error:
            problem = f"its JSON cannot be read: {error}" if problem.startswith("it has no") else problem
            continue
        if not isinstance(value, dict) or not {*value} & _KNOWN:
            if problem.startswith("it has no"):
                problem = "its JSON object has neither status nor calls"
            continue
        codes += leniencies
        outside = text[:at] + text[end:]
        if _FENCE.search(outside):
            codes.append("code_fence")
        if _FENCE.sub("", outside).strip():
            codes.append("stray_text")
        return value
    raise ProtocolError(problem)


_KNOWN = {"status", *_CALL_KEYS, *_DONE_FLAGS, *_CONTINUE_FLAGS}


def _pick(value: Mapping[str, Any], keys: Sequence[str], codes: list[str]) -> Any:
    """The value of the first of these keys; the first of them is the protocol's own."""
    for place, key in enumerate(keys):
        if key in value:
            codes += ["other_key"] if place else []
            return value[key]
    return None


def _status(value: Mapping[str, Any], calls: Sequence[ToolCall], codes: list[str]) -> Status:
    given = value.get("status")
    if given is None:
        flag = next((value[key] for key in _CONTINUE_FLAGS if isinstance(value.get(key), bool)), None)
        if flag is None:
            done = next((value[key] for key in _DONE_FLAGS if isinstance(value.get(key), bool)), None)
            flag = None if done is None else not done
        if flag is None:
            codes.append("no_status")
            return "continue" if calls else "done"
        codes.append("status_word")
        return "continue" if flag else "done"
    word = re.sub(r"[^a-z]+", "_", given.strip().lower()) if isinstance(given, str) else ""
    if word not in _WORDS:
        raise ProtocolError(f'its status is {given!r:.60}; it must be "continue", "done" or "impossible"')
    if given != _WORDS[word]:
        codes.append("status_word")
    return _WORDS[word]


def _calls(value: object, names: Sequence[str], codes: list[str]) -> tuple[ToolCall, ...]:
    if value is None:
        return ()
    if isinstance(value, dict):
        codes.append("calls_form")
        value = [value]
    if not isinstance(value, list):
        raise ProtocolError("its calls must be a list of objects with tool and arguments")
    if len(value) > MAX_CALLS:
        raise ProtocolError(f"it has {len(value)} calls; at most {MAX_CALLS} fit into a round")
    return tuple(_call(call, number, names, codes) for number, call in enumerate(value, 1))


def _call(value: object, number: int, names: Sequence[str], codes: list[str]) -> ToolCall:
    if not isinstance(value, dict):
        raise ProtocolError(f"call {number} must be an object with tool and arguments")
    if not any(isinstance(value.get(key), str | dict) for key in _NAMES):
        raise ProtocolError(f"call {number} names no tool")
    own: list[str] = []
    try:
        name, arguments = read_call(value, own)
    except ProtocolError as error:
        raise ProtocolError(f"call {number}: {error}") from None
    if "tool" in value:  # the protocol's own key is another here
        own = [code for code in own if code != "other_shape" or "arguments" not in value]
    codes += own
    return ToolCall(name=_known(name, names, codes), arguments=arguments)


def _known(name: str, names: Sequence[str], codes: list[str]) -> str:
    """The offered tool of that name, or of another form of it; the name itself if there is none."""
    if name in names:
        return name
    matches = [known for known in names if _plain(known) == _plain(name)]
    if len(matches) != 1:
        return name
    codes.append("name_form")
    return matches[0]


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower())
