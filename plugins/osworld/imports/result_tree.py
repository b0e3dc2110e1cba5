"""Where the results of a run are: OSWorld's result tree, `<action space>/<observation>/<model>/<domain>/<task>/`.

OSWorld-MCP's runners have one level more, the trial, above the domain. The tree may be a stranger's: links are not
followed, and a name is used only if tasks have such names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testbed.errors import UsageError
from testbed.results import TASK_NAME, Damage, read_bounded, without_junk

TRAJECTORY = "traj.jsonl"
RESULT = "result.txt"
OBSERVATIONS = ("screenshot", "a11y_tree", "screenshot_a11y_tree", "som")
"""OSWorld's names of what an agent observes."""
_DEEPEST = 8
_MOST_FOLDERS = 200_000
_ARGUMENTS_LIMIT = 2**20
_HINT = "give a folder with <domain>/<task>/result.txt, or one above it: results/<action space>/<observation>/<model>"


@dataclass(frozen=True, slots=True)
class ResultTree:
    """The folder that has the domains of one run.

    Attributes:
        folder: The folder.
        action_space: The agent's action space, such as "pyautogui" or "mcp"; "" if the path does not contain it.
        observation: What it observes; "" if the path does not contain it.
        model: Its model, with the trial of OSWorld-MCP behind a slash.
        tasks: The tasks' folders, by id.
        arguments: The runner's arguments, as far as `args.json` beside the domains has them.
    """

    folder: Path
    action_space: str
    observation: str
    model: str
    tasks: dict[str, Path]
    arguments: dict[str, Any] = field(default_factory=dict)


def format_path(path: Path) -> str:
    """Return a path in one line, quoted if it has other characters than printable ones."""
    text = str(path)
    return text if text.isprintable() else repr(text)


def find_tree(place: Path, damage: list[Damage]) -> ResultTree:
    """Find the result tree of one run in a folder; append what is left out to `damage`.

    Raises:
        UsageError: There is no such folder, it has no results, or those of several runs.
    """
    if not place.is_dir():
        raise UsageError(f"there is no folder {place}", hint=_HINT)
    place = place.resolve()
    folders = sorted({task.parents[1] for task in _task_folders(place)})
    if not folders:
        raise UsageError(f"there are no results of OSWorld in {place}", hint=_HINT)
    if len(folders) > 1:
        names = ", ".join(format_path(folder.relative_to(place)) for folder in folders[:8])
        more = f" and {len(folders) - 8} more" if len(folders) > 8 else ""
        raise UsageError(
            f"{place} has the results of {len(folders)} runs: {names}{more}", hint="import one at a time"
        )
    (folder,) = folders
    action_space, observation, model = _setting(folder)
    return ResultTree(
        folder, action_space, observation, model, _tasks(folder, damage), _arguments(folder, damage)
    )


def _task_folders(place: Path) -> Iterator[Path]:
    """Yield the folders with a trajectory or a result, two or more levels below some folder in `place`."""
    for number, (name, below, files) in enumerate(os.walk(place), 1):
        if number > _MOST_FOLDERS:
            raise UsageError(f"{place} has more than {_MOST_FOLDERS} folders", hint=_HINT)
        folder = Path(name)
        depth = len(folder.relative_to(place).parts)
        if TRAJECTORY in files or RESULT in files:
            below.clear()
            yield folder
        elif depth >= _DEEPEST:
            below.clear()


def _setting(folder: Path) -> tuple[str, str, str]:
    """Return action space, observation and model of a tree's path."""
    parts = folder.parts
    place = next((at for at in range(len(parts) - 2, 0, -1) if parts[at] in OBSERVATIONS), 0)
    if not place:
        return "", "", folder.name
    return parts[place - 1], parts[place], "/".join(parts[place + 1 :])


def _tasks(folder: Path, damage: list[Damage]) -> dict[str, Path]:
    """Return the tasks' folders, also those without files, sorted by id."""
    tasks = {}
    for domain in without_junk(folder.iterdir()):
        if domain.is_symlink() or not domain.is_dir():
            if domain.is_symlink():
                damage.append(Damage(format_path(domain), 0, "left out: a link is not followed"))
            continue
        for path in without_junk(domain.iterdir()):
            task_id = f"{domain.name}/{path.name}"
            if path.is_symlink():
                damage.append(Damage(format_path(path), 0, "left out: a link is not followed"))
            elif path.is_dir() and not TASK_NAME.fullmatch(task_id):
                damage.append(Damage(format_path(path), 0, "left out: no task has such a name"))
            elif path.is_dir():
                tasks[task_id] = path
    return tasks


def _arguments(folder: Path, damage: list[Damage]) -> dict[str, Any]:
    path = folder / "args.json"
    if not path.is_file() or path.is_symlink():
        return {}
    try:
        value = json.loads(read_bounded(path, _ARGUMENTS_LIMIT))
    except (OSError, ValueError, RecursionError) as error:
        damage.append(Damage(str(path), 0, f"not used: {error}"))
        return {}
    return value if isinstance(value, dict) else {}
