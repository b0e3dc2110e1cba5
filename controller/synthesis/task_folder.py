"""Writes the folder of a drafted task: `task.toml`, `check.py`, and `solve.py`, which plays the chain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import tomli_w

from controller.records.files import write_whole
from controller.synthesis.chains import ChainStep, as_text
from controller.tasks.task_info import Level

TEMPLATE = Path(__file__).with_name("template")
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
    write_whole(folder / "task.toml", tomli_w.dumps(task).encode())
    write_whole(folder / "check.py", _fill("check.py", EXPECTED=tuple(expected)))
    steps = [step.model_dump() for step in chain]
    other = _change_answer(reference, expected)
    write_whole(folder / "solve.py", _fill("solve.py", STEPS=steps, ANSWER=answer, OTHER_ANSWER=other))


def _fill(program: str, **values: Sequence[object]) -> bytes:
    """Return a program of the template with these values of its constants, which are empty there."""
    lines = []
    for line in (TEMPLATE / program).read_text().splitlines():
        start, sign, _ = line.partition(" = ")
        name = start.partition(":")[0]
        lines.append(f"{start} = {_literal(values[name])}" if sign and name in values else line)
    return ("\n".join(lines) + "\n").encode()


def _literal(value: Sequence[object]) -> str:
    """Return a text as Python has it, or a list or tuple with a line for each item."""
    if isinstance(value, str):
        return repr(value)
    start, end = "()" if isinstance(value, tuple) else "[]"
    return start + "\n" + "".join(f"    {item!r},\n" for item in value) + end


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
