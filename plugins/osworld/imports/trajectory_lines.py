"""Reads `traj.jsonl` of OSWorld's runners line by line; a line that is no JSON object is reported and skipped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Literal

from testbed.results import Damage, count_values, open_plain

LINE_LIMIT = 16 * 2**20
"""Longest line that is read, in bytes: OSWorld-MCP's lines have all messages of the agent."""
FILE_LIMIT = 512 * 2**20
"""How much of a file is read, in bytes."""
VALUES_LIMIT = 2_000_000
"""Most values of JSON that a line may hold: an empty list of two bytes takes eighty in memory."""
DAMAGED_LIMIT = 100
"""A file with more damaged lines is no trajectory."""
Source = Literal["prediction", "response", ""]
_TEXTS: tuple[Source, ...] = ("prediction", "response")


@dataclass(frozen=True, slots=True)
class TrajectoryLine:
    """A line of a trajectory.

    Attributes:
        number: Its number, from 1.
        kind: "step"; "reset" for the screen before the first; "error" for a runner's error.
        step: The number of the agent's decision, from 1, which several actions may share; 0 if unknown.
        time: When the action began, in seconds since 1970 as if the clock showed UTC; None if unknown.
        action: The action, as the line has it.
        text: What the agent answered, an error's text, or the instruction of a reset.
        source: The field that `text` is from, "prediction" or "response"; "" for neither.
        info: What the environment returned.
        picture: Name of the screenshot's file; "" without one.
    """

    number: int
    kind: Literal["step", "reset", "error"]
    step: int = 0
    time: float | None = None
    action: Any = None
    text: str = ""
    source: Source = ""
    info: Any = None
    picture: str = ""


def read_lines(path: Path, damage: list[Damage]) -> Iterator[TrajectoryLine]:
    """Yield the readable lines of a trajectory, one in memory at a time; append the rest to `damage`."""
    try:
        with open_plain(path) as file:
            yield from _lines(file, path, damage)
    except OSError as error:
        damage.append(Damage(str(path), 0, f"cannot be read: {error.strerror or error}"))


def _lines(file: BinaryIO, path: Path, damage: list[Damage]) -> Iterator[TrajectoryLine]:
    number = size = damaged = 0
    while line := file.readline(LINE_LIMIT + 1):
        number += 1
        size += len(line)
        if size > FILE_LIMIT or damaged >= DAMAGED_LIMIT:
            excess = (
                f"{DAMAGED_LIMIT} damaged lines" if damaged >= DAMAGED_LIMIT else f"over {FILE_LIMIT} bytes"
            )
            damage.append(Damage(str(path), number, f"not read from here on: {excess}"))
            return
        if not line.strip():
            continue
        problem: TrajectoryLine | str
        if len(line) > LINE_LIMIT:
            size += _skip_line(file, FILE_LIMIT - size)
            problem = f"left out: a line of over {LINE_LIMIT} bytes"
        elif count_values(line) > VALUES_LIMIT:
            problem = f"left out: over {VALUES_LIMIT} values"
        else:
            problem = parse_line(line, number)
        if isinstance(problem, str):
            damaged += 1
            damage.append(Damage(str(path), number, problem))
        else:
            yield problem


def _skip_line(file: BinaryIO, most: int) -> int:
    """Read to the end of a line, or `most` bytes, and return how many."""
    skipped = 0
    while skipped < most and (part := file.readline(LINE_LIMIT)):
        skipped += len(part)
        if part.endswith(b"\n"):
            break
    return skipped


def parse_line(line: bytes, number: int) -> TrajectoryLine | str:
    """Return a line of a trajectory, or in one line of text why it is none."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        return "left out: cut short" if not line.endswith(b"\n") else f"left out: no JSON: {error}"
    if not isinstance(data, dict):
        return "left out: no JSON object"
    if "Error" in data or "error" in data:
        return TrajectoryLine(number, "error", text=_text(data.get("Error", data.get("error"))))
    if "initial_state" in data:
        return TrajectoryLine(
            number, "reset", text=_text(data.get("instruction")), picture=_text(data["initial_state"])
        )
    if "action" not in data:
        return "left out: it has no action"
    step = data.get("step_num")
    step = step if isinstance(step, int) and not isinstance(step, bool) else 0
    picture, moment = _text(data.get("screenshot_file")), seconds(data.get("action_timestamp"))
    if data["action"] == "reset" and step == 0:
        return TrajectoryLine(
            number, "reset", time=moment, text=_text(data.get("instruction")), picture=picture
        )
    source: Source = next((name for name in _TEXTS if name in data), "")
    return TrajectoryLine(
        number=number,
        kind="step",
        step=step,
        time=moment,
        action=data["action"],
        text=_text(data.get(source)),
        source=source,
        info=data.get("info"),
        picture=picture,
    )


def seconds(stamp: object) -> float | None:
    """Return a runner's time stamp in seconds since 1970; None for what is none.

    It is `20250102@030405`, and microseconds may follow.
    """
    if not isinstance(stamp, str):
        return None
    for form in ("%Y%m%d@%H%M%S", "%Y%m%d@%H%M%S%f"):
        try:
            return datetime.strptime(stamp, form).replace(tzinfo=UTC).timestamp()
        except ValueError:
            continue
    return None


def _text(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
