"""Verdicts of a mock judge by rule: which facts of a task's notes the episode has.

The facts of a text are its numbers, its names (capitalized words but for the first of a sentence, names of weekdays and
`It`) and names of files. A key point is met if the steps or the answer have all of its facts. An answer
is correct if it has all facts of the reference, and no number that neither the reference nor the task has. So it is no
judge: it knows no words, and shows only whether right and wrong episodes differ in the facts of the notes.

A key point without facts counts as met. The verdict on key points is success only if all are met and the facts are
`known`: at least one key point has facts, so that notes without any never pass.

Credits of checkpoints are those of their standard calls (`_credit`).
Scores of the rubric are shares between 1 and 10 (`_shares`), errors are classified by the calls alone (`_error_of`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from plugins.mock_models.base import MockRequest
from plugins.mock_models.turns import mock_error

_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?|\d+(?:\.\d+)?")
_NAME = re.compile(r"(?<=[\w,:;\"'(] )[\"'(]*([A-Z][\w-]+)")
_FILE = re.compile(r"\b[A-Za-z][\w-]*\.[a-z][a-z0-9]{1,4}\b")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_WEEKDAYS = frozenset(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"])


def facts(text: str) -> frozenset[str]:
    """Return the facts of a text; a month is its number."""
    files = set(_FILE.findall(text))
    rest = _FILE.sub(" ", text)
    names = {name.lower() for name in _NAME.findall(rest) if name not in _WEEKDAYS and name not in _MONTHS}
    return frozenset(files | names | numbers(rest))


def numbers(text: str) -> set[str]:
    """Return the numbers of a text in one notation, with those of the months it names."""
    months = {str(index) for index, month in enumerate(_MONTHS, 1) if re.search(rf"\b{month}\b", text)}
    return months | {f"{float(number.replace(',', '')):.6g}" for number in _NUMBER.findall(text)}


def answer_by_facts(request: MockRequest) -> str:
    """Return the answer to a judge's request as JSON. Raises an error of the API for a judge that compares no facts."""
    document = _document(request)
    if "key_points" in document:
        seen = _text(document.get("steps")) + "\n" + _text(document.get("answer"))
        met = [_has(seen, facts(point)) for point in document["key_points"]]
        missing = [sorted(_missing(seen, facts(point))) for point in document["key_points"]]
        known = any(facts(point) for point in document["key_points"])
        verdict = "success" if all(met) and known else "failure"
        return json.dumps({"reasoning": f"facts not found: {missing}", "key_points": met, "verdict": verdict})
    if "reference" in document:
        answer, reference = _text(document.get("answer")), _text(document["reference"])
        more = numbers(answer) - numbers(reference) - numbers(_text(document.get("task")))
        correct = bool(facts(reference)) and _has(answer, facts(reference)) and not more
        reasoning = (
            f"facts not found: {sorted(_missing(answer, facts(reference)))}; other numbers: {sorted(more)}"
        )
        return json.dumps({"reasoning": reasoning, "correct": correct})
    if "criteria" in document:
        return _grade(document)
    if "checkpoints" in document:
        credits = [_credit(item, document) for item in document["checkpoints"]]
        return json.dumps({"reasoning": "standard calls that were made", "credits": credits})
    if document.keys() == _CLASSIFIED:
        error, reasoning = _error_of(document)
        return json.dumps({"reasoning": reasoning, "error": error})
    raise mock_error("facts = true answers testbed's own judges alone")


def _credit(checkpoint: Mapping[str, Any], document: Mapping[str, Any]) -> float:
    """Return 1 for a standard call that was made, 0.5 for one with other arguments, 0 for none.

    Without a standard call the facts of the checkpoint must be in the answer.
    """
    standard = checkpoint.get("standard_call")
    if not standard:
        return float(_has(_text(document.get("answer")), facts(_text(checkpoint.get("checkpoint")))))
    made = [step for step in _calls(document) if step.get("tool") == standard["tool"] and "error" not in step]
    exact = any(_arguments(step) == standard["arguments"] for step in made)
    return 1 if exact else 0.5 if made else 0


def _arguments(step: Mapping[str, Any]) -> Any:
    try:
        return json.loads(_text(step.get("arguments")))
    except ValueError:
        return None


_CLASSIFIED = {"task", "tools", "steps", "ending", "answer"}
"""What the judge `error_class` is shown: no notes."""
_LOWEST, _HIGHEST = 1, 10


def _grade(document: Mapping[str, Any]) -> str:
    """Return the rubric's scores; all are the lowest without steps and answer."""
    shares = _shares(document) if document.get("steps") or document.get("answer") else {}
    scores = {
        str(item.get("name")): _LOWEST + round((_HIGHEST - _LOWEST) * shares.get(str(item.get("name")), 0.0))
        for item in document["criteria"]
    }
    shown = ", ".join(f"{name} {share:.2f}" for name, share in sorted(shares.items()))
    return json.dumps({"reasoning": f"shares: {shown or 'nothing was done'}", **scores})


def _shares(document: Mapping[str, Any]) -> dict[str, float]:
    """Return a share of 1 for each criterion of the rubric.

    Of the task's facts, those that steps or answer have; of the answer's numbers, those of the task and the results; of
    the calls, those of offered tools, without an error, with no number that neither the task nor an earlier result has,
    and not made before. A share of nothing is 0, but for an answer without numbers.
    """
    task, answer = _text(document.get("task")), _text(document.get("answer"))
    calls = _calls(document)
    results = [_text([step.get("result"), step.get("error")]) for step in calls]
    seen = _text(document.get("steps")) + "\n" + answer
    missing = _missing(seen, facts(task))
    offered = document.get("offered_tools") or document.get("tools") or {}
    known = [numbers("\n".join([task, *results[:index]])) for index in range(len(calls))]
    grounded = numbers(task) | numbers("\n".join(results))
    made = [(step.get("tool"), step.get("arguments")) for step in calls]
    return {
        "task_fulfilment": _share(fact not in missing for fact in facts(task)),
        "information_grounding": _share(
            (number in grounded for number in numbers(answer)), float(bool(answer))
        ),
        "tool_appropriateness": _share(tool in offered for tool, _ in made),
        "parameter_accuracy": _share("error" not in step for step in calls),
        "dependency_awareness": _share(
            numbers(_text(step.get("arguments"))) <= before for step, before in zip(calls, known, strict=True)
        ),
        "parallelism_and_efficiency": _share(call not in made[:index] for index, call in enumerate(made)),
    }


def _error_of(document: Mapping[str, Any]) -> tuple[str, str]:
    """Return a class of errors and why: from the calls alone, since nothing says what the task needs."""
    tools = [step["tool"] for step in _calls(document)]
    failed = {step["tool"]: "error" in step for step in _calls(document)}
    if not tools:
        return "query", "no tool was called"
    if set(tools) == {"route"}:
        return "retrieve", "nothing but the search was called"
    if any(failed.values()):
        return (
            "tool",
            f"the latest call failed of {', '.join(tool for tool, erred in failed.items() if erred)}",
        )
    return "other", "no call failed in the end"


def _calls(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    steps = document.get("steps")
    return [step for step in steps if "tool" in step] if isinstance(steps, list) else []


def _share(values: Iterable[bool], of_none: float = 0.0) -> float:
    """Return the share that is true."""
    counted = list(values)
    return sum(counted) / len(counted) if counted else of_none


def _missing(text: str, wanted: frozenset[str]) -> set[str]:
    lower = text.lower()
    there = numbers(text)
    return {fact for fact in wanted if fact not in there and (fact[0].isdigit() or fact.lower() not in lower)}


def _has(text: str, wanted: frozenset[str]) -> bool:
    return not _missing(text, wanted)


def _document(request: MockRequest) -> Mapping[str, Any]:
    """The document that a judge is shown: the first message of the user."""
    for message in request.body.get("messages") or []:
        if message.get("role") != "user":
            continue
        content = message.get("content")
        if isinstance(content, list):
            content = "".join(str(part.get("text", "")) for part in content)
        try:
            document = json.loads(content or "")
        except ValueError:
            break
        if isinstance(document, dict):
            return document
        break
    raise mock_error("facts = true answers requests of judges alone")


def _text(value: object) -> str:
    """A value as text, the strings of steps as they are, so that escapes of JSON hide nothing."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return "\n".join(map(_text, value.values()))
    if isinstance(value, list):
        return "\n".join(map(_text, value))
    return "" if value is None else str(value)
