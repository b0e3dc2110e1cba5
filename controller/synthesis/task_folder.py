"""Writes the folder of a drafted task: `task.toml`, `check.py`, and `solve.py`, which plays the chain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import tomli_w

from controller.records.files import write_whole
from controller.synthesis.chains import ChainStep, as_text
from controller.tasks.task import Level

CHECK = '''\
"""Drafted: the answer must have these values, which the chain of calls in solve.py returned."""

import re

from checkers import GuestView, Score, claim

EXPECTED = {expected}


def check(guest: GuestView) -> Score:
    answer = guest.termination.answer if guest.termination else ""
    return Score.all_of(*(claim(f"the answer has {{value}}", has(answer, value), answer) for value in EXPECTED))


def has(answer: str, value: str) -> bool:
    """Whether a text has a value as a whole word or number; thousands may be separated by commas."""
    plain, value = (re.sub(r"(?<=\\d),(?=\\d{{3}})", "", text) for text in (answer, value))
    return re.search(rf"(?<![\\w.]){{re.escape(value)}}(?!\\w|\\.\\d)", plain, re.IGNORECASE) is not None
'''
SOLVE = '''\
"""Drafted: the chain of calls, whose later arguments come from earlier results."""

import json
import re

from testbed import Guest, Solution, Terminate, ToolCall

STEPS = {steps}
ANSWER = {answer}
REFERENCE = re.compile(r"\\$\\{{(\\d{{1,2}})((?:\\.[^.{{}}#]+)*)(?:#(\\d{{1,3}}))?\\}}")


def mcp() -> Solution:
    results: list[str] = []
    for step in STEPS:
        seen = yield ToolCall(name=step["tool"], arguments=resolved(step["arguments"], results))
        results.append(seen.results[-1].text)
    yield Terminate(status="success", answer=resolved(ANSWER, results))


def wrong_no_answer(guest: Guest) -> Solution:
    yield Terminate(status="success", answer="It is done.")


def wrong_other_values(guest: Guest) -> Solution:
    yield Terminate(status="success", answer={wrong})


def resolved(value, results):
    if isinstance(value, dict):
        return {{name: resolved(item, results) for name, item in value.items()}}
    if isinstance(value, list):
        return [resolved(item, results) for item in value]
    if not isinstance(value, str):
        return value
    if whole := REFERENCE.fullmatch(value):
        return referred(whole, results)
    return REFERENCE.sub(lambda match: as_text(referred(match, results)), value)


def referred(match, results):
    value = results[int(match[1]) - 1]
    path = match[2].split(".")[1:]
    if path:
        value = json.loads(value)
    for part in path:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return re.findall(r"-?\\d+(?:\\.\\d+)?", as_text(value))[int(match[3]) - 1] if match[3] else value


def as_text(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
'''
L1_STEPS, L2_STEPS = 2, 5


def write_task(
    folder: Path,
    *,
    instruction: str,
    fuzzy: str,
    servers: Sequence[str],
    chain: Sequence[ChainStep],
    answer: str,
    reference: str,
    expected: Sequence[str],
) -> None:
    """Write the folder of a task.

    Args:
        folder: Where; what is there is replaced.
        instruction: The task.
        fuzzy: As a user would say it.
        servers: The servers that it offers.
        chain: What solves it.
        answer: The answer, with references to results.
        reference: The answer, with the values that the chain returned.
        expected: The values that an answer must have.

    Raises:
        RecordsError: It cannot be written.
    """
    level: Level = "L1" if len(chain) <= L1_STEPS else "L2" if len(chain) <= L2_STEPS else "L3"
    task = {
        "instruction": instruction,
        "applications": ["os"],
        "servers": list(servers),
        "snapshot": "headless",
        "tools": list(dict.fromkeys(step.tool for step in chain)),
        "level": level,
        "fuzzy": fuzzy,
        "reference": reference,
        "dependencies": dependencies(chain),
    }
    steps = "".join(f"    {step.model_dump()!r},\n" for step in chain)
    solve = SOLVE.format(
        steps=f"[\n{steps}]", answer=repr(answer), wrong=repr(_change_answer(reference, expected))
    )
    values = "".join(f"    {value!r},\n" for value in expected)
    write_whole(folder / "task.toml", tomli_w.dumps(task).encode())
    write_whole(folder / "check.py", CHECK.format(expected=f"(\n{values})").encode())
    write_whole(folder / "solve.py", solve.encode())


def dependencies(chain: Sequence[ChainStep]) -> str:
    """Return in words which steps need which, for judges."""
    parts = []
    for number, step in enumerate(chain, start=1):
        needs = ", ".join(map(str, sorted(step.needs())))
        parts.append(
            f"{number}. {step.tool}" + (f" needs the result of {needs}" if needs else " needs no other step")
        )
    return "; ".join(parts) + "."


def has_value(text: str, value: str) -> bool:
    """Whether a text has a value as a whole word or number, as the drafted checkers see it."""
    plain, value = (re.sub(r"(?<=\d),(?=\d{3})", "", item) for item in (text, value))
    return re.search(rf"(?<![\w.]){re.escape(value)}(?!\w|\.\d)", plain, re.IGNORECASE) is not None


def _change_answer(reference: str, expected: Sequence[str]) -> str:
    """The answer with other values."""
    for value in expected:
        other = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), value)
        parts = re.split(re.escape(value), reference, flags=re.IGNORECASE)
        reference = (other if other != value else "something else").join(parts)
    return reference


def value_text(value: object) -> str:
    """Return a value of a result as a checker compares it."""
    return as_text(value).strip()
