from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.display import Silence
from controller.guests.fake.guest import Faults
from controller.guests.fake.provider import FakeProvider
from controller.metrics.run_loader import summary_of
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.run import Run
from controller.runs.seeds import episode_seed
from controller.runs.start import create_run, resume_run
from controller.tasks.task import Task
from testbed.errors import GuestBootError, UsageError
from tests.waiting import eventually, limit

MakeTask = Callable[..., Task]
ORACLE = RunOptions(agent="oracle", tool_filter="oracle", provider="fake")


def finish(
    folder: Path, tasks: list[Task], provider: FakeProvider, options: RunOptions = ORACLE, guests: int = 2
) -> dict[str, Any]:
    records = create_run(folder, options, tasks, provider)
    try:
        return Run(records, tasks, provider, guests, Silence()).finish()
    finally:
        assert provider.running == []


def test_the_oracle_succeeds_everywhere(tasks: list[Task], tmp_path: Path) -> None:
    summary = finish(tmp_path / "run", tasks, FakeProvider())
    assert summary["overall"]["selected"]["accuracy"] == 1.0
    assert summary["overall"]["selected"]["tir"] == 1.0
    assert json.loads((tmp_path / "run/summary.json").read_text()) == summary
    records = RunRecords.open(tmp_path / "run")
    assert summary_of(records) == summary
    assert records.info.tools_hash and records.info.image_hash == "fake-1"
    assert {entry.hash for entry in records.info.tasks} == {task.hash for task in tasks}


def test_doing_nothing_and_giving_up_score_what_they_should(tasks: list[Task], tmp_path: Path) -> None:
    noop = finish(tmp_path / "noop", tasks, FakeProvider(), ORACLE.model_copy(update={"agent": "noop"}))
    assert noop["overall"]["selected"]["accuracy"] == 0.0
    fail = finish(tmp_path / "fail", tasks, FakeProvider(), ORACLE.model_copy(update={"agent": "fail"}))
    assert fail["overall"]["selected"]["accuracy"] == 0.25


def test_every_epoch_has_its_folder_and_seed(tasks: list[Task], tmp_path: Path) -> None:
    summary = finish(
        tmp_path / "run", tasks[:1], FakeProvider(), ORACLE.model_copy(update={"epochs": 3, "seed": 5})
    )
    assert summary["overall"]["selected"]["over_epochs"]["accuracy"]["sd"] == 0.0
    results = RunRecords.open(tmp_path / "run").results()
    assert [results["os/add_total", epoch].seed for epoch in (1, 2, 3)] == [
        episode_seed(5, "os/add_total", epoch) for epoch in (1, 2, 3)
    ]
    assert len({result.seed for result in results.values()}) == 3


def test_the_variant_of_the_oracle_is_played(tasks: list[Task], tmp_path: Path) -> None:
    finish(tmp_path / "run", tasks, FakeProvider(), ORACLE.model_copy(update={"variant": "gui"}))
    results = RunRecords.open(tmp_path / "run").results()
    assert results["os/add_total", 1].tool_calls == 0
    assert results["os/add_total", 1].score == 1.0
    missing = results["os/write_note", 1]
    assert missing.status == "agent_error" and missing.score == 0.0
    assert missing.error is not None and "has no gui reference" in missing.error.message


def test_an_infrastructure_failure_is_tried_again_on_a_fresh_guest(tasks: list[Task], tmp_path: Path) -> None:
    provider = FakeProvider(faults={1: Faults(dies_at_call=3), 2: Faults(boot_fails=True)})
    summary = finish(tmp_path / "run", tasks[:1], provider, guests=1)
    assert summary["overall"]["ran"]["accuracy"] == 1.0
    result = RunRecords.open(tmp_path / "run").results()["os/add_total", 1]
    assert [attempt.error.type for attempt in result.attempts] == ["GuestConnectionError", "GuestBootError"]
    kept = sorted((tmp_path / "run/episodes/os/add_total/1/attempts").iterdir())
    assert [path.name for path in kept] == ["1.jsonl", "2.jsonl"]
    assert json.loads(kept[0].read_text().splitlines()[-1])["status"] == "infra_error"


def test_three_failures_are_an_infra_error_apart_from_the_score(tasks: list[Task], tmp_path: Path) -> None:
    summary = finish(tmp_path / "run", tasks[:1], FakeProvider(faults=lambda _number: Faults(dies_at_call=4)))
    assert summary["status"]["infra_error"] == 1
    assert summary["overall"]["selected"]["accuracy"] == 0.0
    assert summary["overall"]["ran"]["accuracy"] is None
    result = RunRecords.open(tmp_path / "run").results()["os/add_total", 1]
    assert result.score is None and len(result.attempts) == 2 and result.error is not None


def test_a_checker_that_raises_is_an_infra_error_with_its_traceback(
    make_task: MakeTask, tmp_path: Path
) -> None:
    task = make_task(check="def check(guest):\n    return 1 / 0\n")
    options = ORACLE.model_copy(update={"agent": "noop"})
    assert finish(tmp_path / "run", [task], FakeProvider(), options)["status"]["infra_error"] == 1
    error = RunRecords.open(tmp_path / "run").results()["os/note", 1].error
    assert error is not None and error.type == "CheckerError"
    assert "check.py" in error.message and "line 2" in error.message and "ZeroDivisionError" in error.message


def test_guests_that_never_come_up_end_the_run(tasks: list[Task], tmp_path: Path) -> None:
    provider = FakeProvider(faults=lambda _number: Faults(boot_fails=True))
    with pytest.raises(GuestBootError, match="console's last lines"):
        finish(tmp_path / "run", tasks, provider, guests=1)
    assert json.loads((tmp_path / "run/summary.json").read_text())["status"]["cancelled"] >= 3


def test_resume_runs_what_has_no_result(tasks: list[Task], tasks_root: Path, tmp_path: Path) -> None:
    whole = finish(tmp_path / "whole", tasks, FakeProvider())
    folder = tmp_path / "part"
    finish(folder, tasks, FakeProvider())
    for name in ("os/add_total", "os/write_note"):
        (folder / "episodes" / name / "1" / "result.json").unlink()
    kept = (folder / "episodes/os/print_note/1/result.json").stat().st_mtime_ns
    records, again = resume_run(folder, tasks_root, FakeProvider())
    assert Run(records, again, FakeProvider(), 2, Silence()).finish() == whole
    assert (folder / "episodes/os/print_note/1/result.json").stat().st_mtime_ns == kept
    assert (folder / "episodes/os/add_total/1/attempts/1.jsonl").is_file()


def test_resume_refuses_what_has_changed(
    make_task: MakeTask, task_folder: Callable[..., Path], tmp_path: Path
) -> None:
    task = make_task()
    provider = FakeProvider()
    options = ORACLE.model_copy(update={"agent": "noop"})
    finish(tmp_path / "run", [task], provider, options)
    info = RunRecords.open(tmp_path / "run").info
    (tmp_path / "run/run.json").write_text(info.model_copy(update={"image_hash": "fake-0"}).model_dump_json())
    with pytest.raises(UsageError, match="the image is now fake-1"):
        resume_run(tmp_path / "run", tmp_path / "tasks", provider)
    (task_folder() / "more.txt").write_text("x")
    with pytest.raises(UsageError, match="tasks have changed since the run began: os/note"):
        resume_run(tmp_path / "run", tmp_path / "tasks", provider)


SLOW_RUN = """
import sys
from pathlib import Path
from controller.cli.display import Silence
from controller.guests.fake.provider import FakeProvider
from controller.guests.fake.guest import Faults
from controller.records.run_options import RunOptions
from controller.runs.run import Run
from controller.runs.start import create_run
from controller.tasks.selection import Selection, select_tasks

root, folder = map(Path, sys.argv[1:])
tasks = select_tasks(Selection(), root)
provider = FakeProvider(faults=lambda number: Faults(call_seconds=0 if number <= 6 else 3600))
options = RunOptions(agent="oracle", tool_filter="oracle", provider="fake", epochs=3)
records = create_run(folder, options, tasks, provider)
try:
    Run(records, tasks, provider, 2, Silence()).finish()
except KeyboardInterrupt:
    print("guests left:", provider.running)
    sys.exit(130)
"""


def start_slow_run(root: Path, folder: Path) -> subprocess.Popen[str]:
    """A run in a process of its own: some episodes have ended when this returns, the others do not end."""
    # a shell's background job, which these tests may be, ignores Ctrl-C, and so would its children
    hearing = ["env", "--default-signal=INT", sys.executable]
    process = subprocess.Popen(
        [*hearing, "-c", SLOW_RUN, str(root), str(folder)], stdout=subprocess.PIPE, text=True
    )

    def some_ended() -> bool:
        assert process.poll() is None, "the run ended before it could be interrupted"
        return len(list(folder.glob("episodes/*/*/*/result.json"))) >= 3

    eventually(some_ended, what="three results", seconds=120, every=0.01)
    return process


def test_a_run_killed_and_resumed_scores_as_one_that_was_not(
    tasks: list[Task], tasks_root: Path, tmp_path: Path
) -> None:
    whole = finish(tmp_path / "whole", tasks, FakeProvider(), ORACLE.model_copy(update={"epochs": 3}))
    process = start_slow_run(tasks_root, tmp_path / "killed")
    process.kill()
    process.communicate()
    records, again = resume_run(tmp_path / "killed", tasks_root, FakeProvider())
    assert 3 <= len(records.results()) < 12
    assert Run(records, again, FakeProvider(), 2, Silence()).finish() == whole
    assert summary_of(RunRecords.open(tmp_path / "killed")) == whole


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_stops_guests_and_keeps_records_whole(
    number: signal.Signals, tasks_root: Path, tmp_path: Path
) -> None:
    process = start_slow_run(tasks_root, tmp_path / "run")
    os.kill(process.pid, number)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "guests left: []" in output
    summary = json.loads((tmp_path / "run/summary.json").read_text())
    assert summary["status"]["completed"] >= 3
    assert summary["status"]["cancelled"] == 12 - summary["status"]["completed"]
    records, tasks = resume_run(tmp_path / "run", tasks_root, FakeProvider())
    assert Run(records, tasks, FakeProvider(), 2, Silence()).finish()["status"]["completed"] == 12


def test_a_failure_of_the_records_ends_the_run(tasks: list[Task], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    records = create_run(folder, ORACLE, tasks, provider := FakeProvider())
    screens = folder / "episodes/os/append_line/1/screens"
    screens.parent.mkdir(parents=True)
    screens.write_text("in the way")
    with pytest.raises(Exception, match="cannot write"):
        Run(records, tasks, provider, 2, Silence()).finish()
    assert provider.running == []


def test_no_thread_outlives_a_run(tasks: list[Task], tmp_path: Path) -> None:
    before = threading.enumerate()
    finish(tmp_path / "run", tasks, FakeProvider())
    started = [thread for thread in threading.enumerate() if thread not in before]
    for thread in started:
        thread.join(limit(5))
    assert [thread for thread in started if thread.is_alive()] == []


def test_a_headless_task_is_played_without_screenshots(make_task: MakeTask, tmp_path: Path) -> None:
    task = make_task(
        toml="""
            instruction = "Write 'x' into note.txt in the home folder."
            applications = ["os"]
            tools = ["filesystem_write_file"]
            snapshot = "headless"
        """,
        check="""
            from checkers import GuestView, Score, claim

            def check(guest: GuestView) -> Score:
                try:
                    text = guest.read_file("/home/user/note.txt")
                except FileNotFoundError:
                    return Score.all_of(claim("there is a note", False))
                return Score.all_of(claim("it says x", text == b"x"))
        """,
        solve="""
            from testbed.actions import Terminate, ToolCall
            from testbed.tasks import Solution

            def mcp() -> Solution:
                arguments = {"path": "/home/user/note.txt", "content": "x"}
                yield ToolCall(name="filesystem_write_file", arguments=arguments)
                yield Terminate(status="success")
        """,
    )
    summary = finish(tmp_path / "run", [task], FakeProvider())
    assert summary["overall"]["selected"]["accuracy"] == 1.0
    [events] = (tmp_path / "run").rglob("events.jsonl*")
    kinds = [json.loads(line) for line in events.read_text().splitlines()]
    looks = [event for event in kinds if event["event"] == "observation"]
    assert looks
    assert [event for event in looks if "screen" in event] == []
    assert [event["snapshot"] for event in kinds if event["event"] == "guest"] == ["headless"]
