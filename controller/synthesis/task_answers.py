"""Readers of a model's answers in the synthesis of tasks: what they hold, or a fault that names what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from controller.core.guest import Tool
from controller.models.json_answer import score_in
from controller.synthesis.asking import FaultError, check_text
from controller.synthesis.chains import MOST_VALUE, REFERENCE, check_call, given_numbers, resolve
from controller.synthesis.task_folder import has_value, value_text
from controller.synthesis.task_prompts import MOST_PROBES
from controller.synthesis.task_stages import ChainStage, FuzzyStage, RatingStage, TaskStage

MOST_TEXT = 2_000
NAME = re.compile(r"[a-z][a-z0-9_]{2,39}")


def read_calls(value: object, tools: Mapping[str, Tool]) -> list[tuple[str, dict[str, Any]]]:
    """Read calls to be tried: tools with arguments that conform to their schemas. Raises FaultError."""
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_PROBES:
        raise FaultError(f"calls must be a list of 1 to {MOST_PROBES} calls")
    calls = (check_call(f"call {number}", item, tools) for number, item in enumerate(value, start=1))
    return [(call.tool, call.arguments) for call in calls]


def read_task(fields: Mapping[str, Any], chain: ChainStage) -> TaskStage:
    """Read a task whose solution is a chain. Raises FaultError."""
    results = [call.result for call in chain.calls]
    name = check_text(fields, "name", MOST_TEXT)
    if not NAME.fullmatch(name):
        raise FaultError(f"name {name!r} must be of 3 to 40 lower-case letters, digits and _")
    instruction = check_text(fields, "instruction", MOST_TEXT)
    answer = check_text(fields, "answer", MOST_TEXT)
    _names_no_tool("instruction", instruction, chain)
    references = fields.get("values")
    if not isinstance(references, list) or not 1 <= len(references) <= 8:
        raise FaultError("values must be a list of 1 to 8 references")
    expected = []
    for item in references:
        if not isinstance(item, str) or not REFERENCE.fullmatch(item):
            raise FaultError(f"values: {str(item)[:60]!r} is no reference such as ${{2#1}}")
        if item not in answer:
            raise FaultError(f"the answer does not have {item}")
        value = value_text(_resolve(item, results))
        if not value or len(value) > MOST_VALUE or "\n" in value:
            raise FaultError(f"{item} must be a short value on one line, it is {value[:80]!r}")
        if has_value(instruction, value):
            raise FaultError(f"the instruction gives away {item}, which is {value!r}")
        expected.append(value)
    reference = str(_resolve(answer, results))
    if REFERENCE.fullmatch(answer):
        raise FaultError("answer must be a sentence, not a reference alone")
    if lacking := [value for value in expected if not has_value(reference, value)]:
        raise FaultError(f"the answer {reference!r} does not have {lacking[0]!r} as a word of its own")
    return TaskStage(
        name=name,
        instruction=instruction,
        answer=answer,
        reference=reference,
        expected=tuple(expected),
    )


def read_rating(fields: Mapping[str, Any]) -> RatingStage:
    """Read the scores of a task. Raises FaultError, UnreadableError."""
    for name in ("solvability", "utility"):
        if name not in fields:
            raise FaultError(f"the field {name} is missing")
    return RatingStage(
        solvability=score_in(fields, "solvability", 1, 10),
        utility=score_in(fields, "utility", 1, 10),
        reasoning=check_text(fields, "reasoning", MOST_TEXT),
    )


def read_fuzzy(fields: Mapping[str, Any], chain: ChainStage, task: TaskStage) -> FuzzyStage:
    """Read the fuzzy form of a task. Raises FaultError."""
    numbers = sorted(value for value in given_numbers(chain.steps) if has_value(task.instruction, value))
    fuzzy = check_text(fields, "fuzzy", MOST_TEXT)
    _names_no_tool("fuzzy", fuzzy, chain)
    if lost := [value for value in numbers if not has_value(fuzzy, value)]:
        raise FaultError(f"the number {lost[0]}, which the result depends on, is missing")
    if given := [value for value in task.expected if has_value(fuzzy, value)]:
        raise FaultError(f"it gives away the result {given[0]!r}")
    return FuzzyStage(fuzzy=fuzzy)


def _names_no_tool(field: str, text: str, chain: ChainStage) -> None:
    for step in chain.steps:
        if step.tool.lower() in text.lower():
            raise FaultError(f"{field} names the tool {step.tool}")


def _resolve(value: str, results: Sequence[str]) -> Any:
    try:
        return resolve(value, results)
    except LookupError as error:
        raise FaultError(str(error.args[0])) from error
