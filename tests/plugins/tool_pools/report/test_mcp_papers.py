"""Runs on the tasks of LiveMCPBench, MCPVerse and MCP-Bench stand above the published numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.metrics.registry import all_metrics
from controller.records.run_info import RunInfo, SourceRecord
from controller.results.report.model import Table
from controller.results.report.source import load_report_input
from controller.results.report.write import make_tables
from plugins.tool_pools.report.mcp_papers import OVERALL_SCORE, mcp_papers
from tests.controller.made_runs import END, add_episode, entry, made_run
from tests.controller.made_runs import call as tool_call

PAPERS = {paper.name: paper for paper in mcp_papers()}
PLAIN = [entry("travel/a", ["a.count"]), entry("travel/b", ["a.count"])]


def _run(folder: Path, *, suite: str = "", source: str = "", **options: Any) -> Path:
    tasks = [item.model_copy(update={"suites": (suite,) if suite else ()}) for item in PLAIN]
    records = made_run(folder, tasks, **{"agent": "react", "model": "m", "tool_filter": "router", **options})
    if source:
        path = folder / "run.json"
        info = RunInfo.model_validate_json(path.read_bytes())
        path.write_text(info.model_copy(update={"source": SourceRecord(name=source)}).model_dump_json())
    for task, score in (("travel/a", 1.0), ("travel/b", 0.0)):
        add_episode(records, task, 1, [tool_call("a.count"), END], score=score)
    return folder


def _of_suite(folder: Path, suite: str) -> None:
    """Say of a run that all its tasks are of a suite."""
    path = folder / "run.json"
    info = RunInfo.model_validate_json(path.read_bytes())
    tasks = tuple(task.model_copy(update={"suites": (suite,)}) for task in info.tasks)
    path.write_text(info.model_copy(update={"tasks": tasks}).model_dump_json())


def _tables(*folders: Path, paper: bool = True) -> dict[str, Table]:
    return {table.name: table for table in make_tables(load_report_input(folders, paper=paper))}


@pytest.mark.parametrize(
    ("name", "suite", "source"),
    [
        ("livemcpbench", "mcp-everyday", ""),
        ("livemcpbench", "", "livemcpbench:/data/LiveMCPBench"),
        ("mcpverse", "mcp-levels", ""),
        ("mcpverse", "", "mcpverse:/data/mcpverse"),
        ("mcp_bench", "mcp-fuzzy", ""),
        ("mcp_bench", "", "mcp-bench:/data/mcp-bench"),
    ],
)
def test_a_run_of_the_source_or_of_the_suite_has_the_papers_rows(
    name: str, suite: str, source: str, tmp_path: Path
) -> None:
    tables = _tables(_run(tmp_path / "run", suite=suite, source=source))
    assert [paper for paper in PAPERS if paper in tables] == [name]
    ours, *printed = tables[name].rows
    assert (ours.source, ours.cells["agent"], ours.cells["tasks"]) == ("run", "react m", 2)
    assert {row.source for row in printed} == {"paper"}
    assert len(printed) == len(PAPERS[name].results)
    keys = {column.key for column in tables[name].columns}
    assert all({*row.cells} <= keys for row in printed)


def test_numbers_stand_in_the_columns_of_our_metrics(tmp_path: Path) -> None:
    table = _tables(_run(tmp_path / "run", suite="mcp-everyday"))["livemcpbench"]
    ours, best = table.rows[0].cells, table.rows[1].cells
    assert (ours["accuracy"], ours["distinct_tool_names"]) == (50.0, 1.0)
    assert (best["agent"], best["accuracy"], best["messages"]) == ("Claude-Sonnet-4", 78.95, 20.09)
    assert (best["distinct_tool_names"], best["execute_calls"], best["route_calls"]) == (2.71, 5.59, 2.98)


def test_the_papers_steps_are_messages_and_never_stand_beside_executed_actions(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", PLAIN[:1], tool_filter="router")
    add_episode(records, "travel/a", 1, [tool_call("a.count"), END], score=1.0)
    _of_suite(tmp_path / "run", "mcp-everyday")
    table = _tables(tmp_path / "run")["livemcpbench"]
    assert "acs" not in {column.key for column in table.columns}
    assert [row.cells["messages"] for row in table.rows[:2]] == [5.0, 20.09]


def test_our_domains_stand_above_the_papers(tmp_path: Path) -> None:
    tasks = [entry(f"{domain}/a", ["a.count"]) for domain in ("office", "daily", "other")]
    records = made_run(tmp_path / "run", tasks, tool_filter="router")
    for task, score in (("office/a", 1.0), ("daily/a", 0.5), ("other/a", 1.0)):
        add_episode(records, task, 1, [END], score=score)
    _of_suite(tmp_path / "run", "mcp-everyday")
    table = _tables(tmp_path / "run")["livemcpbench_domains"]
    ours, best = table.rows[0].cells, table.rows[1].cells
    assert (ours["office"], ours["lifestyle"], ours["travel"]) == (100.0, 50.0, None)
    assert (best["office"], best["lifestyle"], best["travel"]) == (90.32, 80.0, 75.0)
    keys = {column.key for column in table.columns}
    assert all({*row.cells} <= keys for row in table.rows)


def test_rates_by_domain_and_level_add_up_to_the_overall_ones() -> None:
    sizes = {"Office": 31, "Lifestyle": 15, "Leisure": 14, "Finance": 14, "Travel": 12, "Shopping": 9}
    live, verse = PAPERS["livemcpbench"], PAPERS["mcpverse"]
    assert set(live.domains) == set(sizes) and len(live.results) == 10
    for result in live.results:
        solved = {domain: result.domains[domain] / 100 * size for domain, size in sizes.items()}
        assert all(abs(number - round(number)) < 0.01 for number in solved.values())
        assert 100 * sum(solved.values()) / live.tasks == pytest.approx(result.numbers["accuracy"], abs=0.02)
    assert len(verse.results) == 18
    for result in verse.results:
        levels = [result.numbers[f"success_l{level}"] for level in (1, 2, 3)]
        assert sum(levels) / 3 == pytest.approx(result.numbers["accuracy"], abs=0.01)


def test_a_score_that_ours_lack_has_a_column_of_its_own(tmp_path: Path) -> None:
    run = _run(tmp_path / "run", suite="mcp-fuzzy", calling="prompt")
    table = _tables(run)["mcp_bench"]
    [column] = [column for column in table.columns if column.key == OVERALL_SCORE]
    assert column.format(table.rows[1].cells[OVERALL_SCORE]) == "0.749"
    assert OVERALL_SCORE not in table.rows[0].cells
    assert str(table.rows[0].cells["mode"]).endswith(", calls in the prompt")
    alone = _tables(run, paper=False)["mcp_bench"]
    assert [row.source for row in alone.rows] == ["run"] and not alone.paper_notes
    assert OVERALL_SCORE not in {column.key for column in alone.columns}


def test_other_runs_have_no_such_table(tmp_path: Path) -> None:
    mixed = made_run(tmp_path / "mixed", [PLAIN[0].model_copy(update={"suites": ("mcp-levels",)}), PLAIN[1]])
    for task in ("travel/a", "travel/b"):
        add_episode(mixed, task, 1, [END])
    assert not {*PAPERS} & {*_tables(tmp_path / "mixed")}
    assert not {*PAPERS} & {*_tables(_run(tmp_path / "plain"))}


def test_the_page_shows_the_numbers(tmp_path: Path) -> None:
    run = _run(tmp_path / "run", suite="mcp-levels")
    assert call(["report", str(run), "--out", str(tmp_path / "report")]) == 0
    page = (tmp_path / "report/report.html").read_text()
    assert "MCPVerse: our runs, and the published numbers" in page and "61.0" in page
    data = json.loads((tmp_path / "report/report.json").read_text())
    [standard] = [
        row
        for row in data["tables"]["mcpverse"]["rows"]
        if (row["agent"], row["mode"]) == ("Claude-4-Sonnet", "standard")
    ]
    assert (standard["accuracy"], standard["success_l3"]) == (61.01, 56.45)
    assert "61.01" in (tmp_path / "report/tables/mcpverse.csv").read_text()


def test_the_numbers_are_of_metrics_of_ours() -> None:
    known = {spec.key for spec in all_metrics()}
    for paper in PAPERS.values():
        assert {*paper.metrics} <= known
        for result in paper.results:
            assert {*result.numbers} <= {*paper.metrics, OVERALL_SCORE}
            scores = [value for key, value in result.numbers.items() if key in ("accuracy", OVERALL_SCORE)]
            assert all(0 < value <= (1 if OVERALL_SCORE in result.numbers else 100) for value in scores)
