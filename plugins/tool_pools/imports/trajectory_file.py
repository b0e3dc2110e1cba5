"""A file of trajectories of LiveMCPBench's runner: a list of tasks, each with the messages of its conversation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plugins.tool_pools.imports.conversation import Conversation, read_conversation
from plugins.tool_pools.imports.text import recordable
from testbed.errors import UsageError
from testbed.results import TASK_NAME, Damage, count_values, encodable, read_bounded, without_junk

FILE_LIMIT = 256 * 2**20
"""Largest file that is read, in bytes."""
VALUES_LIMIT = 4_000_000
"""Most values of JSON that it may have."""
MOST_PROBLEMS = 5
"""Of a task with more problems the others are counted."""
LABELS = {"success": True, "failure": False}
HINT = (
    "give a file baseline/output/<model>_<embedding model>.json of a checkout, or one of baseline/annotation/"
)


@dataclass(frozen=True, slots=True)
class Trajectory:
    """What the file has of a task.

    Attributes:
        task: The task's id.
        instruction: What the agent was given.
        conversation: The conversation.
        error: Why the runner gave it up; "" if it did not.
        label: Whether people hold it for a success; None if nobody judged it.
    """

    task: str
    instruction: str
    conversation: Conversation
    error: str = ""
    label: bool | None = None

    @property
    def steps(self) -> int:
        """The number of its steps, the answer included."""
        calls = sum(len(turn.calls) for turn in self.conversation.turns)
        return calls + (self.answer is not None)

    @property
    def answer(self) -> str | None:
        """The final answer; None without one."""
        return None if self.error else self.conversation.answer


def find_file(place: Path) -> Path:
    """Return the file of trajectories: the place itself, or the only one in a folder. Raises UsageError."""
    if not place.is_dir():
        return place.absolute()
    files = sorted(without_junk(place.glob("*.json")))
    if len(files) != 1:
        names = ", ".join(encodable(path.name) for path in files[:8])
        raise UsageError(
            f"{place} has {len(files)} files of trajectories{': ' if files else ''}{names}", hint=HINT
        )
    return files[0].absolute()


def read_trajectories(path: Path, selected: Sequence[str], damage: list[Damage]) -> dict[str, Trajectory]:
    """Read the trajectories of the selected tasks, of all if none is selected, by the tasks' ids.

    Tasks are known by the last part of their ids; the domain differs between the release's files.

    Args:
        path: The file.
        selected: Ids of tasks.
        damage: Is appended what cannot be read or is left out.

    Raises:
        UsageError: The file cannot be read, or is no list.
    """
    ids = {task_id.partition("/")[2]: task_id for task_id in selected}
    found: dict[str, Trajectory] = {}
    for index, entry in enumerate(_entries(path)):
        task_id, problem = _task_id(entry, ids)
        if not problem and task_id in found:
            problem = "left out: it is there already"
        messages = entry.get("messages") if isinstance(entry, dict) else None
        if not problem and not isinstance(messages, list):
            problem = "left out: messages is no list"
        if problem or not isinstance(messages, list):
            damage.append(Damage(str(path), 0, f"[{index}] {task_id}: {problem}".replace(" :", ":")))
            continue
        problems: list[str] = []
        found[task_id] = _trajectory(task_id, entry, messages, problems)
        damage += [Damage(str(path), 0, f"{task_id}: {line}") for line in _first(problems)]
    return found


def _entries(path: Path) -> list[Any]:
    """Return the tasks that a file has. Raises UsageError."""
    try:
        data = read_bounded(path, FILE_LIMIT)
        if count_values(data) > VALUES_LIMIT:
            raise UsageError(
                f"{path} has more than {VALUES_LIMIT} values", hint="split it into several files"
            )
        entries = json.loads(data.decode("utf-8-sig"), parse_constant=str)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}", hint=HINT) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8: {error.reason} at byte {error.start}", hint=HINT) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no JSON: {error}", hint=HINT) from error
    if not isinstance(entries, list):
        raise UsageError(f"{path} is no list of tasks with their messages", hint=HINT)
    return entries


def _task_id(entry: Any, ids: Mapping[str, str]) -> tuple[str, str]:
    """Return the id of a task, as far as it is known, and why it is left out; "" if it is not."""
    if not isinstance(entry, dict):
        return "", "left out: it is no object"
    name = entry.get("task_id")
    if not isinstance(name, str):
        return "", "left out: task_id is no text"
    if ids:
        known = ids.get(name)
        return (known, "") if known else (repr(name)[:80], "left out: the task is not selected")
    task_id = f"{str(entry.get('category')).lower()}/{name}"
    if not TASK_NAME.fullmatch(task_id):
        return repr(task_id)[:80], "left out: category and task_id make no name of a task"
    return task_id, ""


def _trajectory(
    task_id: str, entry: Mapping[str, Any], messages: list[Any], problems: list[str]
) -> Trajectory:
    conversation = read_conversation(messages)
    problems += conversation.problems
    response, question, error = entry.get("response"), entry.get("Question"), ""
    if isinstance(response, str) and response == f"Error: {conversation.answer}":
        error = recordable(response)
    elif isinstance(response, str) and response != (conversation.answer or ""):
        problems.append("response is not the final message, which is taken")
    if not isinstance(question, str):
        problems.append("Question is no text")
        question = ""
    label = entry.get("task_success")
    read = LABELS.get(label.strip().lower()) if isinstance(label, str) else None
    if read is None and label is not None:
        problems.append(f"task_success is left out: {label!r:.40} is neither success nor failure")
    return Trajectory(task_id, recordable(question), conversation, error, read)


def _first(problems: Sequence[str]) -> Iterator[str]:
    yield from problems[:MOST_PROBLEMS]
    if len(problems) > MOST_PROBLEMS:
        yield f"{len(problems) - MOST_PROBLEMS} more problems"
