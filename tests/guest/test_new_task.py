"""The task that `testbed tasks new` makes, proven on a real guest."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.guests.provider import Provider
from controller.runs.observer import RunObserver
from controller.runs.validation import not_proven, prove
from controller.tasks.selection import Selection, select_tasks
from controller.tasks.skeleton import make_task

pytestmark = pytest.mark.guest


def test_a_new_task_is_proven(provider: Provider, tmp_path: Path) -> None:
    make_task("os/new", tmp_path / "tasks")
    tasks = select_tasks(Selection(), tmp_path / "tasks")
    verdicts = prove(tasks, provider, 1, tmp_path / "records", RunObserver())
    assert {"gui", "mcp", "wrong_word"} <= {verdict.name for verdict in verdicts}
    assert not not_proven(verdicts)
