from __future__ import annotations

from pathlib import Path

import pytest

from controller.records import RunRecords
from tests.controller.made_runs import entry, made_run


@pytest.fixture
def records(tmp_path: Path) -> RunRecords:
    """A run of two tasks, two epochs, without episodes."""
    told = {"instruction": "Count the letters."}
    tasks = [entry("os/a", ["a.count"]).model_copy(update=told), entry("vlc/b")]
    return made_run(tmp_path / "runs" / "first", tasks, epochs=2, agent="anthropic", model="m-1")
