"""The suite: tasks of ours in OSWorld's format, what solves each, and the scores to expect."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from plugins.osworld.tasks.source import OSWorldSource
from plugins.osworld.tasks.task import OSWorldTask

FOLDER = Path(__file__).parent
EXAMPLES = FOLDER / "evaluation_examples"
SOLUTIONS = FOLDER / "solutions"
STAND_IN = FOLDER / "stand_in"
SCORES: dict[str, dict[str, float]] = json.loads((FOLDER / "scores.json").read_text())
"""The score of each task that can be played: of the agent that does nothing, and of its solution."""
FAIL = "FAIL"
_AS_IT_IS = "# pyautogui"
_NEXT = "\n# ---"
_OFFICE = "from office import"


def make_checkout(folder: Path, evaluators: Path) -> Path:
    """Make a checkout of the suite and the evaluators of another one, OSWorld's or the stand-in."""
    shutil.copytree(evaluators / "desktop_env", folder / "desktop_env")
    shutil.copytree(EXAMPLES, folder / "evaluation_examples")
    return folder


def load_tasks(checkout: Path, cache: Path) -> list[OSWorldTask]:
    """Load the suite's tasks from a checkout that `make_checkout` made."""
    cache.mkdir(exist_ok=True)
    source = OSWorldSource.open(str(checkout), {"cache": str(cache)})
    return [source.load(task_id) for task_id in source.ids()]


def solution(task_id: str) -> list[str]:
    """Return the actions that solve a task: Python code as OSWorld's agents write it, or FAIL.

    A part of the solution that does not begin with `# pyautogui` is given to the guest's own Python.
    """
    text = (SOLUTIONS / f"{task_id.partition('/')[2]}.py").read_text()
    if text.strip() == f"# {FAIL}":
        return [FAIL]
    return [_action(part) for part in text.split(_NEXT)]


def _action(part: str) -> str:
    if _AS_IT_IS in part:
        return part[part.index(_AS_IT_IS) + len(_AS_IT_IS) :].strip()
    lines = part.splitlines()
    if any(line.startswith(_OFFICE) for line in lines):
        part = (SOLUTIONS / "office.py").read_text()
        part += "\n".join(line for line in lines if not line.startswith(_OFFICE))
    command = ["/usr/bin/python3", "-E", "-c", part]
    return f"import subprocess\nsubprocess.run({command!r}, check=True)"
