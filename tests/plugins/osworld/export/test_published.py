"""Metrics as OSWorld-MCP's scripts count them: what they find in the exported tree."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from controller.cli.main import app
from controller.records.run_info import SourceRecord
from controller.records.run_records import RunRecords
from controller.results.export import export
from controller.results.export.episodes import open_run
from controller.results.report.source import load_report_input
from controller.results.report.tables_paper import BASELINES, OURS
from controller.results.report.write import make_tables
from plugins.osworld.export.published import (
    TaskFolder,
    is_success,
    measure,
    score_in,
)
from tests.controller.made_runs import CLICK, END, add_episode, call, entry, made_run
from tests.plugins.osworld.export.counting import as_intended, count_published, metrics_of

LISTED = call("osworld_mcp_vlc.play")


@pytest.mark.parametrize(
    ("text", "score", "success"),
    [
        ("1.0\n", 1.0, True),
        ("0.13\n", 0.13, True),
        ("0.0\n", 0.0, False),
        ("0.5", 0.5, False),
        ("True", 1.0, False),
        ("False", 1.0, False),
        ("", 0.0, False),
    ],
)
def test_a_result_is_what_the_scripts_take_it_for(text: str, score: float, success: bool) -> None:
    assert (score_in(text), is_success(text)) == (score, success)


def folder(**values: object) -> TaskFolder:
    fields = {"epoch": 1, "tool_beneficial": False, "score": 1.0, "success": True, "listed_call": False}
    return TaskFolder(**{**fields, "png_files": 3, **values})  # type: ignore[arg-type]


def test_the_denominators_are_those_of_the_scripts() -> None:
    folders = [
        folder(tool_beneficial=True, listed_call=True),
        folder(tool_beneficial=True),
        folder(score=0.13, png_files=5),
        folder(score=None, success=False, png_files=0),
    ]
    counted = measure(folders, 10, gui=False)
    assert counted["accuracy"] == pytest.approx((1 + 1 + 0.13) / 3)
    assert counted["tir"] == 2 / 10
    assert counted["acs"] == (2 + 2 + 4 + 0) / 4
    assert measure(folders, 10, gui=True)["tir"] is None
    assert measure([], 10, gui=False) == {"accuracy": None, "tir": 0.0, "acs": None}
    assert measure([], 0, gui=False)["tir"] is None
    assert measure([folder(score=float("nan"))], 1, gui=False)["accuracy"] is None


@given(
    st.lists(
        st.builds(
            folder,
            epoch=st.integers(1, 3),
            tool_beneficial=st.booleans(),
            score=st.none() | st.floats(0, 1),
            success=st.booleans(),
            listed_call=st.booleans(),
            png_files=st.integers(0, 60),
        ),
        max_size=20,
    ),
    st.integers(0, 20),
)
def test_the_metrics_have_their_ranges(folders: list[TaskFolder], more: int) -> None:
    counted = measure(folders, len(folders) + more, gui=False)
    assert all(value is None or 0 <= value <= 1 for value in (counted["accuracy"], counted["tir"]))
    assert counted["acs"] is None or 0 <= counted["acs"] <= 59


ACTIONS = st.lists(st.sampled_from([CLICK, LISTED, call("no.such_tool"), END]), max_size=4)
EPISODES = st.lists(
    st.none() | st.tuples(ACTIONS, st.none() | st.sampled_from([0.0, 0.13, 0.5, 1.0]), st.booleans()),
    min_size=1,
    max_size=5,
)


@settings(max_examples=25, deadline=None)
@given(EPISODES)
def test_they_are_what_is_counted_in_the_exported_tree(
    episodes: list[tuple[list, float | None, bool]],
) -> None:  # type: ignore[type-arg]
    with tempfile.TemporaryDirectory() as place:
        tasks = [
            entry(f"os/t{number}", ["a.count"] if episode and episode[2] else ())
            for number, episode in enumerate(episodes)
        ]
        records = made_run(Path(place) / "run", tasks)
        for task, episode in zip(tasks, episodes, strict=True):
            if episode is not None:
                actions, score, _ = episode
                status = "infra_error" if score is None else "completed"
                add_episode(records, task.id, actions=actions, score=score, status=status)
        run = open_run(records.folder)
        export(run, "osworld", Path(place) / "out")
        tree = Path(place) / "out/gui+mcp/screenshot/noop"
        groups = {
            "overall": [task.id for task in tasks],
            "tool_beneficial": [task.id for task in tasks if task.tool_beneficial],
            "non_tool_beneficial": [task.id for task in tasks if not task.tool_beneficial],
        }
        counted = metrics_of(run)
        for group, numbers in count_published(tree, groups).items():
            assert {name: counted[group][name] for name in numbers} == pytest.approx(numbers)
        helped, others = groups["tool_beneficial"], groups["non_tool_beneficial"]
        both = as_intended(tree, helped, with_call=True) + as_intended(tree, others, with_call=False)
        assert counted["overall"]["tir"] == pytest.approx(both / len(tasks))


@pytest.fixture
def osworld_run(tmp_path: Path) -> RunRecords:
    """A tool-beneficial task that is solved with a call, one that scores 0.13, and one that was skipped."""
    tasks = [entry("os/a", ["a.count"]), entry("vlc/b"), entry("vlc/c")]
    records = made_run(tmp_path / "run", tasks)
    info = records.info.model_copy(update={"source": SourceRecord(name="osworld:/x")})
    (records.folder / "run.json").write_text(info.model_dump_json())
    add_episode(records, "os/a", actions=[LISTED, END], score=1.0)
    add_episode(records, "vlc/b", actions=[CLICK, CLICK, END], score=0.13)
    add_episode(records, "vlc/c", status="skipped", score=None)
    return records


def test_score_shows_both_ways(osworld_run: RunRecords, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    output = CliRunner().invoke(app, ["score", str(osworld_run.folder)]).stdout
    table = output[output.index("OSWorld-MCP's published scripts") :]
    (row,) = [line.split() for line in table.splitlines() if line.startswith(" overall")]
    # Tasks, results, folders; accuracy, TIR and ACS of testbed and of the scripts.
    assert row[1:] == ["3", "2", "2", "37.7", "56.5", "33.3", "66.7", "2.5", "2.5"]
    data = json.loads(CliRunner().invoke(app, ["score", str(osworld_run.folder), "--json"]).stdout)
    assert data["osworld_mcp"]["overall"]["acs"] == 2.5
    assert data["osworld_mcp"]["non_tool_beneficial"] == {
        "tasks": 2,
        "folders": 1,
        "results": 1,
        "accuracy": 0.13,
        "tir": 0.5,
        "acs": 3.0,
    }


def test_a_report_has_the_table_for_osworlds_tasks_alone(osworld_run: RunRecords, tmp_path: Path) -> None:
    tables = make_tables(load_report_input([osworld_run.folder]))
    assert [table.name for table in tables][:2] == ["overview", "osworld_mcp"]
    rows = tables[1].rows
    assert [row.cells["group"] for row in rows] == ["overall", "tool-beneficial", "not tool-beneficial"]
    assert rows[0].cells["acs_published"] == 2.5 and rows[0].cells["tir_testbed"] == pytest.approx(100 / 3)
    other = made_run(tmp_path / "other", [entry("os/a")])
    add_episode(other, "os/a", actions=[END], score=1.0)
    assert "osworld_mcp" not in {table.name for table in make_tables(load_report_input([other.folder]))}
    output = CliRunner().invoke(app, ["score", str(other.folder)]).stdout
    assert "published" not in output


def test_the_table_of_a_report_has_the_baselines_in_a_section_of_their_own(
    osworld_run: RunRecords, tmp_path: Path
) -> None:
    noop = made_run(
        tmp_path / "noop", [entry("os/a", ["a.count"]), entry("vlc/b"), entry("vlc/c")], agent="noop"
    )
    info = noop.info.model_copy(update={"source": SourceRecord(name="osworld:/x")})
    (noop.folder / "run.json").write_text(info.model_dump_json())
    add_episode(noop, "os/a", actions=[END], score=0.0)
    tables = {
        table.name: table for table in make_tables(load_report_input([osworld_run.folder], [noop.folder]))
    }
    rows = tables["osworld_mcp"].rows
    assert [(row.section, row.source) for row in rows[::3]] == [(OURS, "run"), (BASELINES, "baseline")]
    assert len(rows) == 6 and str(rows[0].cells["agent"]).endswith(" †")
