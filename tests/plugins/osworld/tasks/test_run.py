"""Runs of OSWorld's tasks on fake guests: what cannot run is skipped, and the run knows its source."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from controller.adapters.python_run import run
from controller.cli.main import app
from controller.guests.fake.provider import FakeProvider
from controller.records.run_records import RunRecords
from controller.results.run_data import RunData
from controller.runs.start import resume_run
from plugins.osworld.tasks.files import download_name
from testbed.errors import UsageError
from tests.plugins.osworld.tasks.conftest import INFEASIBLE, URL, step

DOWNLOAD = step("download", files=[{"url": URL, "path": "/home/user/note.txt"}])
WriteTask = Callable[..., Path]


@pytest.fixture
def suite(checkout: Path, write_task: WriteTask) -> str:
    """A task that can be run, and three that cannot."""
    write_task("os/t1", evaluator=INFEASIBLE, config=[step("execute", command=["true"])])
    write_task("os/t2", evaluator=INFEASIBLE, config=[DOWNLOAD])
    write_task("os/t3", config=[step("fly")])
    write_task("chrome/t4", config=[step("chrome_open_tabs", urls_to_open=["https://a.example"])])
    return f"osworld:{checkout / 'evaluation_examples'}"


def run_failing(suite: str, out: Path, options: Mapping[str, str]) -> RunData:
    """Run the suite's tasks of the domain os by an agent that calls them infeasible."""
    return run(
        suite=suite, domains=["os"], source_options=options, agent="fail", provider="fake", out=out, guests=1
    )


def test_what_cannot_run_is_skipped_over_both_denominators(suite: str, tmp_path: Path) -> None:
    finished = run(suite=suite, agent="fail", provider="fake", out=tmp_path / "run", guests=1)
    statuses = {episode.task: episode.status for episode in finished.episodes}
    assert statuses == {
        "chrome/t4": "skipped",
        "os/t1": "completed",
        "os/t2": "skipped",
        "os/t3": "skipped",
    }
    assert finished.damage == ()
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["status"]["skipped"] == 3
    assert summary["overall"]["selected"]["accuracy"] == 0.25 and summary["overall"]["ran"]["accuracy"] == 1.0
    assert summary["overall"]["behavior"]["episodes"] == 1
    result = RunRecords.open(tmp_path / "run").result("os/t2", 1)
    assert (
        result is not None and result.error is not None and result.error.message.startswith("needs files: ")
    )


def test_a_file_that_the_cache_lacks_is_named_with_its_url_and_how_to_list_it(
    suite: str, tmp_path: Path
) -> None:
    run(suite=suite, agent="fail", provider="fake", out=tmp_path / "run", guests=1)
    result = RunRecords.open(tmp_path / "run").result("os/t2", 1)
    assert result is not None and result.error is not None
    name = download_name(URL, "/home/user/note.txt")
    message = result.error.message
    assert f"the cache lacks t2/{name} ({URL}); see `" in message and "osworld files" in message
    assert message.endswith("--missing`") and "\n" not in message


def test_a_file_that_is_lost_after_the_selection_ends_its_episode_alone(
    suite: str, tmp_path: Path, write_task: WriteTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cache" / "t2" / download_name(URL, "/home/user/note.txt")
    file.parent.mkdir(parents=True)
    file.write_bytes(b"a note")
    create = FakeProvider.start

    def start(provider: FakeProvider, *arguments: Any) -> Any:
        file.unlink(missing_ok=True)
        return create(provider, *arguments)

    monkeypatch.setattr(FakeProvider, "start", start)
    finished = run_failing(suite, tmp_path / "run", {"cache": str(tmp_path / "cache")})
    statuses = {episode.task: episode.status for episode in finished.episodes}
    assert statuses == {"os/t1": "completed", "os/t2": "infra_error", "os/t3": "skipped"}
    result = RunRecords.open(tmp_path / "run").result("os/t2", 1)
    assert result is not None and result.error is not None
    assert f"config[0] (download) failed: the cache lacks t2/{file.name} ({URL})" in result.error.message
    assert "\n" not in result.error.message


def test_a_run_is_resumed_from_its_source(suite: str, checkout: Path, tmp_path: Path) -> None:
    run(suite=suite, agent="fail", provider="fake", out=tmp_path / "run", guests=1)
    provider = FakeProvider()
    _, tasks = resume_run(tmp_path / "run", tmp_path / "no folder", provider)
    assert [task.id for task in tasks] == ["chrome/t4", "os/t1", "os/t2", "os/t3"]
    path = checkout / "evaluation_examples" / "examples" / "os" / "t1.json"
    path.write_text(path.read_text().replace("Write a note.", "Write two."))
    with pytest.raises(UsageError, match="tasks have changed since the run began: os/t1"):
        resume_run(tmp_path / "run", tmp_path / "no folder", provider)


def test_the_subsets_of_a_run_are_those_of_the_list(suite: str, tmp_path: Path) -> None:
    path = tmp_path / "helped.txt"
    path.write_text("os/t1\n")
    run_failing(suite, tmp_path / "run", {"tool-beneficial": str(path)})
    tasks = RunRecords.open(tmp_path / "run").info.tasks
    assert [(task.tool_beneficial, task.tools) for task in tasks] == [(True, None), (False, ()), (False, ())]
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["tool_beneficial"]["selected"]["episodes"] == 1
    assert summary["tool_beneficial"]["selected"]["tir"] == 0.0
    assert summary["non_tool_beneficial"]["selected"]["episodes"] == 2
    assert list(summary["by_tools"]) == ["0"]


def test_a_selection_that_cannot_run_at_all_is_refused(suite: str, tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"none of the 1 selected tasks can run on this host; chrome/t4 needs live web"
    ):
        run(suite=suite, domains=["chrome"], agent="fail", provider="fake", out=tmp_path / "run")


def test_the_list_has_classes_and_reasons(suite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    output = CliRunner().invoke(app, ["tasks", "list", "--suite", suite]).stdout
    assert (
        "4 tasks: 1 needs live web, 1 runs offline, 1 needs files, 1 cannot run; 0 tool-beneficial" in output
    )
    assert "3 of 4 tasks cannot run on this host and are skipped" in output
    assert "unknown step 'fly'" in output
    rows = json.loads(CliRunner().invoke(app, ["tasks", "list", "--suite", suite, "--json"]).stdout)
    assert [row["requirement"].partition(":")[0] for row in rows] == [
        "needs live web",
        "runs offline",
        "needs files",
        "cannot run",
    ]


def test_missing_files_are_listed_for_a_downloader(suite: str, checkout: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    (cache / "t2").mkdir(parents=True)
    command = ["osworld", "files", str(checkout), "--missing", "--cache", str(cache)]
    (line,) = CliRunner().invoke(app, command).stdout.splitlines()
    url, size, target = line.split("\t")
    assert (url, size) == (URL, "-")
    (cache / target).write_text("here")
    assert CliRunner().invoke(app, command).stdout == ""
    everything = CliRunner().invoke(app, [*command[:3], "--cache", str(cache)]).stdout
    assert everything == f"{URL}\t4\t{target}\n"


def test_malformed_files_are_named_at_once_and_the_rest_runs(
    suite: str, checkout: Path, tmp_path: Path
) -> None:
    examples = checkout / "evaluation_examples" / "examples" / "os"
    (examples / "t5.json").write_text('{"id": "t5",\n"instruction": }')
    (examples / "t6.json").write_text('{"id": "t6"}')
    command = ["run", "--suite", suite, "--domain", "os", "--agent", "fail", "--provider", "fake"]
    ended = CliRunner().invoke(app, [*command, "--guests", "1", "--out", str(tmp_path / "run")])
    assert ended.exit_code == 0
    assert "os/t5 is skipped: it is malformed: " in ended.output and "t5.json:2: not JSON" in ended.output
    assert "os/t6 is skipped: it is malformed: " in ended.output and "t6.json:1: instruction" in ended.output
    results = RunRecords.open(tmp_path / "run").results()
    statuses = {task: result.status for (task, _), result in results.items()}
    assert statuses == {"os/t1": "completed"} | dict.fromkeys(("os/t2", "os/t3", "os/t5", "os/t6"), "skipped")
    listed = CliRunner().invoke(app, ["tasks", "list", "--suite", suite])
    assert listed.exit_code == 0 and "2 is malformed" in listed.output
