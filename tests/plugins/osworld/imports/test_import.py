"""Results of OSWorld's and OSWorld-MCP's runners as runs of testbed."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from controller.cli.main import app, call
from controller.metrics.run_loader import load_records
from controller.records.run_records import RunRecords
from controller.results.comparison.compare import compare
from controller.results.export import export
from controller.results.export.episodes import open_run
from controller.results.imports.format import ImportRequest
from controller.results.viewer.episode import read_episode
from plugins.osworld.imports.run import import_results
from testbed.errors import UsageError
from tests.controller.junk import leave_junk
from tests.controller.made_runs import CLICK, END, PNG, add_episode, entry, made_run
from tests.controller.made_runs import call as call_tool
from tests.plugins.osworld.export.counting import metrics_of
from tests.plugins.osworld.imports.result_folders import call_of, mcp_task, osworld_task


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Two tasks of OSWorld's runner."""
    model = tmp_path / "results" / "pyautogui" / "screenshot" / "gpt-4o"
    osworld_task(model / "os" / "a", ["import pyautogui; pyautogui.click(3, 4)", "WAIT", "DONE"])
    osworld_task(model / "vlc" / "b", ["FAIL"], "0\n")
    (model / "args.json").write_text(json.dumps({"max_steps": 15, "api_key": "a-secret"}))
    return tmp_path / "results"


def test_osworlds_results_become_a_run(results: Path, tmp_path: Path) -> None:
    imported = import_results(ImportRequest(results, tmp_path / "run"))
    assert imported.damage == ()
    info = RunRecords.open(tmp_path / "run").info
    assert (info.agent.model, info.options.actions, info.options.steps) == ("gpt-4o", "gui", 15)
    assert info.imported == str(results / "pyautogui/screenshot/gpt-4o")
    loaded = load_records(RunRecords.open(tmp_path / "run"))
    assert loaded.damage == () and not loaded.edited and loaded.provenance.marks == ("imported",)
    first, second = loaded.results["os/a", 1], loaded.results["vlc/b", 1]
    assert (first.status, first.score, first.steps, first.gui_actions) == ("completed", 1.0, 3, 2)
    assert (second.score, second.termination) == (0.0, "failure")
    assert loaded.summary()["cost"] is None
    texts = [path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert not any(b"a-secret" in text for text in texts)


def test_junk_is_not_imported(results: Path, tmp_path: Path) -> None:
    model = results / "pyautogui" / "screenshot" / "gpt-4o"
    clean = import_results(ImportRequest(results, tmp_path / "clean"))
    for folder in (results, model, model / "os", model / "os" / "a"):
        leave_junk(folder)
    imported = import_results(ImportRequest(results, tmp_path / "run"))
    assert imported.damage == () and imported.records.info.tasks == clean.records.info.tasks
    names = [
        sorted(path.relative_to(tmp_path / run) for path in (tmp_path / run).rglob("*"))
        for run in ("clean", "run")
    ]
    assert names[0] == names[1]


def test_an_episode_has_its_steps_pictures_and_files(results: Path, tmp_path: Path) -> None:
    records = import_results(ImportRequest(results, tmp_path / "run")).records
    (view, *_) = [read_episode(records, task, 1) for task in records.info.tasks]
    assert view is not None
    steps = view.trajectory.steps
    assert [step.kind for step in steps] == ["program", "wait", "terminate"]
    assert view.trajectory.turns[0].decision.thought == "response 1"  # type: ignore[union-attr]
    looks = [turn.after for turn in view.trajectory.turns]
    assert all(look and look.screen and look.screen.read_bytes() == PNG and look.width == 1 for look in looks)
    assert [round(step.time % 60, 2) for step in steps] == [1.12, 2.12, 3.12]
    copies = records.recorder("os/a", 1).folder / "imported"
    assert sorted(path.name for path in copies.iterdir()) == [
        "recording.mp4",
        "result.txt",
        "runtime.log",
        "traj.jsonl",
    ]


@pytest.fixture
def mcp_results(tmp_path: Path) -> Path:
    """Tasks of OSWorld-MCP's runner: a listed call, one of the names that its list misses, one without counterpart."""
    trial = tmp_path / "mcp" / "mcp" / "screenshot" / "qwen" / "0"
    done = ("Done.", "DONE")
    mcp_task(trial / "vlc" / "a", [call_of("osworld_mcp_vlc.play"), ("Click.", "x"), done])
    mcp_task(trial / "os" / "b", [call_of("osworld_mcp_os.get_volume"), done], "0.13\n")
    mcp_task(trial / "os" / "c", [call_of("osworld_mcp_libreoffice_calc2.auto_fill_down"), done], "0.0\n")
    return tmp_path / "mcp"


def test_osworld_mcps_results_count_both_ways(mcp_results: Path, tmp_path: Path) -> None:
    helped = frozenset({"vlc/a", "os/b"})
    imported = import_results(ImportRequest(mcp_results, tmp_path / "run", helped=helped))
    (remark,) = imported.damage
    assert (
        "1 calls of 'osworld_mcp_libreoffice_calc2.auto_fill_down', a tool that testbed does not have"
        in str(remark)
    )
    run = open_run(tmp_path / "run")
    assert (run.info.agent.model, run.info.options.actions) == ("qwen/0", "gui+mcp")
    assert {task.instruction for task in run.info.tasks} == {"Do it."}
    selected = run.loaded.summary()["overall"]["selected"]
    assert selected["accuracy"] == pytest.approx(1.13 / 3) and selected["acs"] == pytest.approx(7 / 3)
    assert selected["tir"] == 1 / 3
    counted = metrics_of(run)["overall"]
    # 0.13 counts as a success, but its call is of a tool that the list misses.
    assert (counted["accuracy"], counted["tir"]) == (pytest.approx(1.13 / 3), 1 / 3)
    assert counted["acs"] == pytest.approx(7 / 3)
    tools = run.loaded.summary()["overall"]["behavior"]["tools"]
    assert set(tools) == {
        "osworld_mcp_vlc.play",
        "osworld_mcp_os.get_volume",
        "osworld_mcp_libreoffice_calc2.auto_fill_down",
    }


def test_selected_tasks_without_a_folder_count_and_others_are_left_out(results: Path, tmp_path: Path) -> None:
    imported = import_results(
        ImportRequest(results, tmp_path / "run", listed=["os/a", "os/gone"], complete=True)
    )
    assert "vlc/b: left out: the task is not selected" in str(imported.damage[0])
    summary = load_records(imported.records).summary()
    assert summary["tasks"] == 2 and summary["status"]["cancelled"] == 1
    assert summary["overall"]["selected"]["accuracy"] == 0.5
    counted = metrics_of(open_run(tmp_path / "run"))["overall"]
    assert (counted["tasks"], counted["folders"], counted["accuracy"]) == (2, 1, 1.0)
    with pytest.raises(UsageError, match="no results of the selected tasks"):
        import_results(ImportRequest(results, tmp_path / "other", listed=["os/gone"]))
    with pytest.raises(UsageError, match=r"names '\.\./x', which is no task"):
        import_results(ImportRequest(results, tmp_path / "other", listed=["../x"]))


def test_two_imports_are_compared(results: Path, tmp_path: Path) -> None:
    first = import_results(ImportRequest(results, tmp_path / "a")).records
    (results / "pyautogui/screenshot/gpt-4o/vlc/b/result.txt").write_text("1.0")
    second = import_results(ImportRequest(results, tmp_path / "b")).records
    comparison = compare(load_records(first), load_records(second))
    assert [change.task for change in comparison.won] == ["vlc/b"] and not comparison.lost


def test_a_folder_without_results_and_one_with_those_of_several_runs_are_refused(
    results: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no results of OSWorld in"):
        import_results(ImportRequest(tmp_path / "empty", tmp_path / "run"))
    with pytest.raises(UsageError, match="there is no folder"):
        import_results(ImportRequest(tmp_path / "gone", tmp_path / "run"))
    osworld_task(results / "mcp" / "som" / "m" / "os" / "a", ["DONE"])
    with pytest.raises(UsageError, match=r"results of 2 runs: mcp/som/m, pyautogui/screenshot/gpt-4o"):
        import_results(ImportRequest(results, tmp_path / "run"))
    assert not (tmp_path / "run").exists()


def test_a_trajectory_that_begins_again_has_attempts(results: Path, tmp_path: Path) -> None:
    path = results / "pyautogui/screenshot/gpt-4o/os/a/traj.jsonl"
    path.write_text(path.read_text() * 2)
    records = import_results(ImportRequest(results, tmp_path / "run")).records
    assert records.episode("os/a", 1).attempts() == (1,)
    result = records.result("os/a", 1)
    assert result is not None and result.steps == 3


def test_the_command_shows_what_score_and_report_show(
    mcp_results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "helped.json").write_text('{"vlc": ["a"]}')
    out = tmp_path / "run"
    arguments = ["import-results", str(mcp_results), "--out", str(out), "--tool-beneficial"]
    shown = CliRunner().invoke(app, [*arguments, str(tmp_path / "helped.json")])
    assert shown.exit_code == 0 and "3 of 3 tasks have a result" in shown.stdout
    assert "PROVENANCE: imported" in shown.stdout and "auto_fill_down" in shown.stderr
    assert "auto_fill_down" in (out / "log.jsonl").read_text()
    scored = CliRunner().invoke(app, ["score", str(out), "--json"]).stdout
    assert json.loads(scored)["osworld_mcp"]["tool_beneficial"]["tir"] == 1.0
    for refused in (["resume", str(out)], ["score", "--recheck", str(out)], ["run", "--replay", str(out)]):
        assert call(refused) == 2
    again = CliRunner().invoke(app, [*arguments, str(tmp_path / "helped.json")])
    assert again.exit_code != 0
    rows = CliRunner().invoke(
        app, ["import-results", str(mcp_results), "--out", str(tmp_path / "json"), "--json"]
    )
    assert json.loads(rows.stdout)["results"] == 3


ACTIONS = st.lists(
    st.sampled_from([CLICK, call_tool("osworld_mcp_vlc.play"), call_tool("git_log"), END]), max_size=4
)
SCORES = st.none() | st.sampled_from([0.0, 0.13, 1 / 3, 1.0])


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(ACTIONS, SCORES, st.booleans()), min_size=1, max_size=4))
def test_an_exported_run_comes_back(episodes: list[tuple[list, float | None, bool]]) -> None:  # type: ignore[type-arg]
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        tasks = [entry(f"os/t{number}", ["a"] if item[2] else ()) for number, item in enumerate(episodes)]
        records = made_run(place / "run", tasks, model="m")
        for task, (actions, score, _) in zip(tasks, episodes, strict=True):
            status = "infra_error" if score is None else "completed"
            add_episode(records, task.id, actions=actions, score=score, status=status)
        export(open_run(records.folder), "osworld", place / "out")
        helped = frozenset(task.id for task in tasks if task.tool_beneficial)
        import_results(ImportRequest(place / "out", place / "back", helped=helped))
        before, after = open_run(place / "run"), open_run(place / "back")
        export(after, "osworld", place / "again")
        import_results(ImportRequest(place / "again", place / "twice", helped=helped))
        counted = metrics_of(before)
        if any(call["type"] == "tool_call" for actions, _, _ in episodes for call in actions):
            assert metrics_of(after) == counted == metrics_of(open_run(place / "twice"))
        for key, result in after.loaded.results.items():
            then = before.loaded.results[key]
            assert (result.score, result.steps, result.tool_calls, result.gui_actions) == (
                then.score,
                then.steps,
                then.tool_calls,
                then.gui_actions,
            )
