"""What tests of records share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture
def root(tmp_path: Path, tasks_root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tasks, to be changed by the test."""
    root = tmp_path / "tasks"
    shutil.copytree(tasks_root, root)
    monkeypatch.setenv("TESTBED_TASKS", str(root))
    return root
