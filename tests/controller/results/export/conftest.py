from __future__ import annotations

from pathlib import Path

import pytest

from controller.records.run_info import Failure
from controller.records.run_records import RunRecords
from controller.records.spending import Tokens
from tests.controller.made_runs import CLICK, END, add_episode, call, entry, made_run


@pytest.fixture
def run(tmp_path: Path) -> RunRecords:
    """Two tasks, two epochs: a success, a failure with an odd answer, an infra_error, and one that was not run."""
    tasks = [entry("os/a", ["a.count"]), entry("vlc/b")]
    records = made_run(tmp_path / "run", tasks, epochs=2, agent="anthropic", model="some/model:1")
    tokens = Tokens(input_tokens=100, output_tokens=7, cache_read_tokens=60, cache_write_tokens=10, cost=0.1)
    add_episode(
        records,
        "os/a",
        1,
        [CLICK, call("a.count", path='=1+1,\n"x"'), END],
        score=1.0,
        answer="<script>alert(1)</script>",
        claims=[{"text": "it is there", "holds": True, "found": "yes"}],
        by_model={"m": tokens.model_dump()},
        input_tokens=100,
        output_tokens=7,
        cost=0.1,
    )
    add_episode(records, "vlc/b", 1, [{**call("c.gone"), "refused": True}], status="out_of_steps", score=0.0)
    failure = Failure(type="GuestError", message="the guest is gone")
    add_episode(records, "os/a", 2, status="infra_error", score=None, error=failure.model_dump())
    return records
