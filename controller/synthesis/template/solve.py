"""Drafted: the chain of calls, whose later arguments come from earlier results."""

import json
import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

STEPS: list[dict[str, Any]] = []
ANSWER = ""
OTHER_ANSWER = ""
REFERENCE = re.compile(r"\$\{(\d{1,2})((?:\.[^.{}#]+)*)(?:#(\d{1,3}))?\}")


def mcp() -> Solution:
    results: list[str] = []
    for step in STEPS:
        seen = yield ToolCall(name=step["tool"], arguments=resolved(step["arguments"], results))
        results.append(seen.results[-1].text)
    yield Terminate(status="success", answer=resolved(ANSWER, results))


def wrong_no_answer(guest: Guest) -> Solution:
    yield Terminate(status="success", answer="It is done.")


def wrong_other_values(guest: Guest) -> Solution:
    yield Terminate(status="success", answer=OTHER_ANSWER)


def resolved(value: Any, results: list[str]) -> Any:
    if isinstance(value, dict):
        return {name: resolved(item, results) for name, item in value.items()}
    if isinstance(value, list):
        return [resolved(item, results) for item in value]
    if not isinstance(value, str):
        return value
    if whole := REFERENCE.fullmatch(value):
        return referred(whole, results)
    return REFERENCE.sub(lambda match: as_text(referred(match, results)), value)


def referred(match: re.Match[str], results: list[str]) -> Any:
    value: Any = results[int(match[1]) - 1]
    path = match[2].split(".")[1:]
    if path:
        value = json.loads(value)
    for part in path:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return re.findall(r"-?\d+(?:\.\d+)?", as_text(value))[int(match[3]) - 1] if match[3] else value


def as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
