"""A stand-in for a checkout of OSWorld, with tasks of ours in its format."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plugins.osworld.tasks.judge.environment import JudgePython
from plugins.osworld.tasks.source import OSWorldSource
from plugins.osworld.tasks.task import OSWorldTask
from tests.plugins.osworld.tasks.stand_in import write_stand_in

METRICS = """
from .general import exact_match, check_include_exclude
from .files import compare_text as compare_text_file

def infeasible():
    pass
"""
PYTHON = JudgePython.of(Path(sys.prefix))
GETTERS = "from .file import get_cloud_file, get_vm_file, get_googledrive_file\nfrom .misc import get_rule\n"
URL = "https://huggingface.co/datasets/xlangai/ubuntu_osworld_file_cache/resolve/main/os/t1/a%20b.txt?download=true"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout without tasks."""
    evaluators = tmp_path / "checkout" / "desktop_env" / "evaluators"
    for name, text in (("metrics", METRICS), ("getters", GETTERS)):
        (evaluators / name).mkdir(parents=True)
        (evaluators / name / "__init__.py").write_text(text)
    (tmp_path / "checkout" / "evaluation_examples" / "examples").mkdir(parents=True)
    return tmp_path / "checkout"


def task_data(**fields: Any) -> dict[str, Any]:
    """The JSON of a task in OSWorld's form."""
    evaluator = {
        "func": "exact_match",
        "result": {"type": "vm_file", "path": "/home/user/a", "dest": "a"},
        "expected": {"type": "rule", "rules": {"expected": "a"}},
    }
    data: dict[str, Any] = {
        "id": "t1",
        "instruction": "Write a note.",
        "related_apps": ["os"],
        "config": [],
        "evaluator": evaluator,
    }
    return data | fields


def step(kind: str, **parameters: Any) -> dict[str, Any]:
    """The JSON of a step."""
    return {"type": kind, "parameters": parameters}


INFEASIBLE = {"func": "infeasible"}
MakeOSWorldTask = Callable[..., OSWorldTask]


@pytest.fixture
def write_task(checkout: Path) -> Callable[..., Path]:
    """Write a task's file into the checkout."""

    def write(task_id: str = "os/t1", **fields: Any) -> Path:
        path = checkout / "evaluation_examples" / "examples" / f"{task_id}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(task_data(id=path.stem, **fields)))
        return path

    return write


@pytest.fixture
def osworld_task(checkout: Path, write_task: Callable[..., Path]) -> MakeOSWorldTask:
    """Write a task and load it; `options` are those of the source."""

    def make(task_id: str = "os/t1", options: dict[str, str] | None = None, **fields: Any) -> OSWorldTask:
        write_task(task_id, **fields)
        return OSWorldSource.open(str(checkout), options or {}).load(task_id)

    return make


@pytest.fixture
def evaluators(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Evaluators of ours in the checkout, which run in this environment."""
    write_stand_in(checkout)
    monkeypatch.setattr(
        "plugins.osworld.tasks.task.prepared_python", lambda: JudgePython.of(Path(sys.prefix))
    )
