"""Tables hold the metrics' numbers and the paper's as printed; CSV and LaTeX say the same."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from controller.metrics.run_loader import load_records
from controller.metrics.statistics import compare_pairs, holm, joint_test
from controller.records.run_records import RunRecords
from controller.results.report.model import Column, Row, Table
from controller.results.report.paper import paper
from controller.results.report.source import ReportInput, load_report_input
from controller.results.report.write import make_tables, to_csv
from controller.results.run_data import load_run
from tests.controller.made_runs import CLICK, add_episode, call, entry, made_run
from tests.controller.results.report.conftest import TASKS, fill


def tables(report_input: ReportInput) -> dict[str, Table]:
    return {table.name: table for table in make_tables(report_input)}


def own(table: Table, **cells: object) -> Row:
    """The one row of ours with these cells."""
    (row,) = [
        row
        for row in table.rows
        if row.source != "paper" and all(row.cells[key] == value for key, value in cells.items())
    ]
    return row


def test_table_1_has_the_summarys_numbers_and_the_papers(report_input: ReportInput, runs: list[Path]) -> None:
    table = tables(report_input)["table1"]
    row = own(table, agent="anthropic m_1 (rag)")
    # Scores 1 1 1, 1 0 1, 1 .5 0 over nine episodes; 5 of 6 with a call, 1 of 3 without.
    assert row.cells["overall_accuracy"] == pytest.approx(100 * 6.5 / 9)
    assert row.cells["tool_beneficial_accuracy"] == pytest.approx(100 * 5 / 6)
    assert row.cells["overall_tir"] == pytest.approx(100 * 6 / 9)
    assert row.cells["overall_acs"] == pytest.approx((6 * 3 + 3 * 2) / 9)
    summary = load_records(RunRecords.open(runs[1])).summary()
    for group in ("overall", "tool_beneficial", "non_tool_beneficial"):
        for metric, factor in (("accuracy", 100), ("tir", 100), ("acs", 1)):
            assert row.cells[f"{group}_{metric}"] == summary[group]["selected"][metric] * factor
    alone = own(table, actions="gui")
    assert alone.cells["overall_tir"] is None and alone.cells["overall_accuracy"] == pytest.approx(100 / 3)
    assert [item.cells["agent"] for item in table.rows if item.source == "baseline"] == ["noop", "fail"]
    (claude,) = [
        item.cells
        for item in table.rows
        if item.source == "paper" and (item.cells["agent"], item.cells["steps"]) == ("Claude-4-Sonnet", 50)
        if item.cells["actions"] == "gui+mcp"
    ]
    assert (claude["overall_accuracy"], claude["overall_tir"], claude["overall_acs"]) == (43.3, 36.3, 20.1)


def test_the_papers_numbers_are_whole() -> None:
    data = paper()
    assert (len(data.table1), len(data.table3_three_runs)) == (28, 28)
    assert "2510.24563" in data.source
    # Each mean of Table 3 is Table 1's overall number, under other spellings of the agents' names.
    spelled = {"AgentS2.5": "Agent-S2.5", "Seed-v1": "Seed1.5-VL"}
    first = {(row.agent.replace(" ", "-"), row.max_steps, row.actions): row.overall for row in data.table1}
    for row in data.table3_three_runs:
        name = spelled.get(row.agent.replace(" ", ""), row.agent.replace(" ", "-"))
        assert abs(first[name, row.max_steps, row.actions].accuracy - row.accuracy[0]) < 0.11
    # Overall is the mean of both subsets by their sizes; one cell of the paper is not (a note says so).
    unlike = [
        (row.agent, row.actions, row.max_steps)
        for row in data.table1
        if abs((250 * row.tool_beneficial.acs + 111 * row.non_tool_beneficial.acs) / 361 - row.overall.acs)
        > 0.2
    ]
    assert unlike == [("Agent-S2.5", "gui", 50)]


def test_table_2_has_runs_that_differ_in_filter_or_order_alone(report_input: ReportInput) -> None:
    table = tables(report_input)["table2"]
    ours = [row for row in table.rows if row.source == "run"]
    assert [row.cells["setting"] for row in ours] == [
        "filter rag, order lexicographic",
        "filter all, order lexicographic †",
    ]
    assert [row.cells["setting"] for row in table.rows if row.source == "paper"] == [
        "base",
        "tools shuffled",
        "no RAG (all 158)",
    ]


def test_table_3_has_intervals_over_epochs_and_none_for_one(report_input: ReportInput) -> None:
    table = tables(report_input)["table3"]
    row = own(table, agent="anthropic m_1 (rag)")
    means = [1.0, 0.5, 2 / 3]
    mean = sum(means) / 3
    sd = (sum((value - mean) ** 2 for value in means) / 2) ** 0.5
    assert row.cells["epochs"] == 3 and row.cells["accuracy_sd"] == pytest.approx(100 * sd)
    assert row.cells["accuracy_low"] == pytest.approx(100 * (mean - 1.959964 * sd / 3**0.5))
    noop = own(table, agent="noop")
    assert noop.cells["accuracy_mean"] == 0.0 and noop.cells["accuracy_low"] is None
    assert any("need several epochs" in note for note in table.notes)


def test_pairs_are_those_of_the_comparison(report_input: ReportInput) -> None:
    table = tables(report_input)["pairs"]
    assert [(row.cells["a"], row.cells["b"]) for row in table.rows] == [
        ("anthropic m_1, gui, 15 steps", "anthropic m_1 (rag), gui+mcp, 15 steps"),
        ("anthropic m_1, gui, 15 steps", "anthropic m_1 (all), gui+mcp, 15 steps"),
        ("anthropic m_1 (rag), gui+mcp, 15 steps", "anthropic m_1 (all), gui+mcp, 15 steps"),
    ]
    first, second, _ = table.rows
    assert first.cells["tasks"] == 3
    assert first.cells["accuracy_difference"] == pytest.approx(100 * (6.5 - 3) / 9)
    assert second.cells["tasks"] == 2, "os/b has an episode without a verdict"


def make_two_models(place: Path, tasks: int) -> list[Path]:
    """Two models with GUI alone and with tools, which solve more tasks, each model others."""
    entries = [entry(f"os/t{number}") for number in range(tasks)]
    for model in ("m_1", "m_2"):
        for actions, solved in (("gui", 2), ("gui+mcp", tasks - 3)):
            scores: dict[str, list[float | None]] = {
                item.id: [float((number + 3 * (model == "m_2")) % tasks < solved)]
                for number, item in enumerate(entries)
            }
            chosen = {"agent": "anthropic", "model": model, "actions": actions}
            fill(made_run(place / f"{model}-{actions}", entries, **chosen), scores, tools=actions != "gui")
    return [place / f"{model}-{actions}" for model in ("m_1", "m_2") for actions in ("gui", "gui+mcp")]


def test_several_runs_are_tested_together_before_the_pairs(tmp_path: Path) -> None:
    folders = make_two_models(tmp_path, 12)
    found = tables(load_report_input(folders))
    assert list(found).index("joint") == list(found).index("pairs") - 1
    every, change = found["joint"].rows
    assert (every.cells["tested"], every.cells["runs"], every.cells["tasks"]) == (
        "all runs with verdicts",
        4,
        12,
    )
    scores = [[item.score or 0.0 for item in load_run(folder).episodes] for folder in folders]
    assert every.cells["accuracy_p"] == joint_test(scores).p
    assert every.cells.get("accuracy_difference") is None
    assert (change.cells["tested"], change.cells["runs"]) == ("A / B: actions gui / gui+mcp", 4)
    together = compare_pairs(
        *(
            [(one + other) / 2 for one, other in zip(*side, strict=True)]
            for side in (scores[::2], scores[1::2])
        )
    )
    assert together.low is not None and together.low > 0
    shown = [change.cells[f"accuracy_{part}"] for part in ("difference", "low", "high", "p")]
    expected = (together.difference, together.low, together.high)
    assert shown[:3] == pytest.approx([100 * (value or 0) for value in expected])
    assert shown[3] == together.p
    notes = " ".join(found["joint"].notes)
    assert "Cochran's Q" in notes and "sign-flip test" in notes and "symmetric" in notes
    alone = tables(load_report_input(folders[:2]))
    assert "joint" not in alone and len(alone["pairs"].rows) == 1


def test_a_run_without_a_verdict_does_not_empty_the_joint_tests(tmp_path: Path) -> None:
    folders = make_two_models(tmp_path, 12)
    records = made_run(tmp_path / "new", [entry(f"os/t{number}") for number in range(12)], agent="oracle")
    every, _ = tables(load_report_input([*folders, records.folder]))["joint"].rows
    assert (every.cells["runs"], every.cells["tasks"]) == (4, 12)


def test_p_values_of_pairs_are_adjusted_for_the_pairs(tmp_path: Path) -> None:
    table = tables(load_report_input(make_two_models(tmp_path, 12)))["pairs"]
    assert len(table.rows) == 2
    for metric in ("accuracy", "acs"):
        p_values = [float(row.cells[f"{metric}_p"] or 0) for row in table.rows]
        assert [row.cells[f"{metric}_p_holm"] for row in table.rows] == holm(p_values)
        for row, p in zip(table.rows, p_values, strict=True):
            low, high = (float(row.cells[f"{metric}_{end}"] or 0) for end in ("low", "high"))
            assert (low > 0 or high < 0) == (p < 0.05)
    assert "adjusted for the 2 pairs" in table.notes[0] and "excludes 0 exactly when" in table.notes[0]


def test_tools_statuses_cost_and_groups(report_input: ReportInput) -> None:
    found = tables(report_input)
    figure4 = found["figure4"]
    assert [(row.cells["tool"], row.cells["all"]) for row in figure4.rows] == [("a.count", 12)]
    assert [figure4.rows[0].cells[f"run_{number}"] for number in (1, 2)] == [6, 6]
    status = own(found["statuses"], agent="anthropic m_1 (all) †")
    assert (status.cells["episodes"], status.cells["ran"], status.cells["infra_error"]) == (9, 8, 1)
    assert status.cells["selected_accuracy"] == pytest.approx(100 * 4 / 9)
    assert status.cells["ran_accuracy"] == pytest.approx(50)
    cost = found["cost"]
    assert own(cost, agent="anthropic m_1").cells["cost"] == pytest.approx(4.5)
    unknown = own(cost, agent="anthropic m_1 (rag)").cells["cost"]
    assert unknown is None and next(c for c in cost.columns if c.key == "cost").format(unknown) == "unknown"
    domains = [row for row in found["by_domain"].rows if "rag" in row.section]
    assert [(row.cells["domain"], row.cells["tasks"], row.cells["paper_tasks"]) for row in domains] == [
        ("os", 2, 24),
        ("vlc", 1, 17),
    ]
    assert [row.cells["baseline_2"] for row in domains] == [0.0, 100.0]
    numbers = [row for row in found["figure5_tools"].rows if "rag" in row.section]
    assert [(row.cells["tools"], row.cells["paper_tasks"]) for row in numbers] == [
        ("0", 111),
        ("1", 97),
        ("2", 109),
    ]
    ran = own(found["runs"], run="mcp")
    assert ran.cells["filter"] == "rag, lexicographic" and len(str(ran.cells["tasks"])) == 12


def test_csv_gives_the_tables_back(report_input: ReportInput) -> None:
    for table in make_tables(report_input):
        rows = list(csv.DictReader(io.StringIO(to_csv(table), newline="")))
        assert len(rows) == len(table.rows), table.name
        for read_back, row in zip(rows, table.rows, strict=True):
            assert (read_back["source"], read_back["section"]) == (row.source, row.section)
            for column in table.columns:
                value = row.cells.get(column.key)
                text = read_back[column.key]
                assert text == "" if value is None else type(value)(text) == value, (table.name, column.key)


def test_a_value_that_rounds_to_nothing_has_no_sign() -> None:
    assert [Column("a", "a", "signed").format(value) for value in (-0.01, 0.0, 0.26, -3.0)] == [
        "0.0",
        "0.0",
        "+0.3",
        "-3.0",
    ]


def test_runs_of_the_same_setting_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for name in ("one", "two"):
        fill(made_run(tmp_path / name, TASKS, agent="oracle"), {"os/a": [1], "os/b": [1], "vlc/c": [1]})
    found = load_report_input([tmp_path / "one", tmp_path / "two"])
    assert [run.agent for run in found.runs] == ["oracle (one)", "oracle (two)"]


def test_baselines_alone_are_runs(tmp_path: Path) -> None:
    fill(made_run(tmp_path / "noop", TASKS), {"os/a": [0], "os/b": [0], "vlc/c": [0]}, tools=False)
    found = load_report_input([tmp_path / "noop"])
    assert [run.agent for run in found.runs] == ["noop"] and not found.baselines


def test_tools_are_sorted_by_calls(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry("os/a", ["a.count"])], agent="oracle")
    add_episode(records, "os/a", 1, [call("b.open"), call("b.open"), call("a.count"), CLICK])
    rows = tables(load_report_input([tmp_path / "run"]))["figure4"].rows
    assert [(row.cells["tool"], row.cells["run_1"]) for row in rows] == [("b.open", 2), ("a.count", 1)]


def test_the_oracles_two_ways_are_a_pair(tmp_path: Path) -> None:
    scores: dict[str, list[float | None]] = {"os/a": [1], "os/b": [0], "vlc/c": [1]}
    fill(made_run(tmp_path / "gui", TASKS, agent="oracle", variant="gui"), scores, tools=False)
    fill(made_run(tmp_path / "mcp", TASKS, agent="oracle", variant="mcp"), {**scores, "os/b": [1]})
    (row,) = tables(load_report_input([tmp_path / "mcp", tmp_path / "gui"]))["pairs"].rows
    assert (row.cells["a"], row.cells["b"]) == (
        "oracle:gui, gui+mcp, 50 steps",
        "oracle:mcp, gui+mcp, 50 steps",
    )
    assert row.cells["accuracy_difference"] == pytest.approx(100 / 3)


def record_agent(folder: Path, **properties: bool | None) -> None:
    """Change what a run's record says about its agent; None: what earlier versions did not record."""
    data = json.loads((folder / "run.json").read_text())
    data["agent"] |= properties
    data["agent"] = {name: value for name, value in data["agent"].items() if value is not None}
    (folder / "run.json").write_text(json.dumps(data))


def test_the_two_ways_of_any_agent_that_knows_the_solutions_are_a_pair(tmp_path: Path) -> None:
    scores: dict[str, list[float | None]] = {"os/a": [1], "os/b": [0], "vlc/c": [1]}
    for name in ("keys", "calls"):
        fill(made_run(tmp_path / name, TASKS, agent="expert", variant=name), scores, tools=False)
    folders = [tmp_path / "calls", tmp_path / "keys"]
    assert tables(load_report_input(folders))["pairs"].rows == []
    record_agent(tmp_path / "keys", knows_solution=True, gui_only=True)
    record_agent(tmp_path / "calls", knows_solution=True)
    (row,) = tables(load_report_input(folders))["pairs"].rows
    assert (row.cells["a"], row.cells["b"]) == (
        "expert:keys, gui+mcp, 50 steps",
        "expert:calls, gui+mcp, 50 steps",
    )


def test_runs_of_earlier_versions_give_the_same_tables(runs: list[Path], tmp_path: Path) -> None:
    """They recorded their agent's name, and none of its properties."""
    scores: dict[str, list[float | None]] = {"os/a": [1], "os/b": [0], "vlc/c": [1]}
    ways = {variant: tmp_path / f"oracle_{variant}" for variant in ("gui", "mcp")}
    for variant, folder in ways.items():
        fill(made_run(folder, TASKS, agent="oracle", variant=variant), scores, tools=False)
    folders = [*runs, *ways.values()]
    new = make_tables(load_report_input(folders, common_only=True))
    for folder in folders:
        record_agent(folder, is_baseline=None, knows_solution=None, gui_only=None)
        assert "is_baseline" not in (folder / "run.json").read_text()
    assert make_tables(load_report_input(folders, common_only=True)) == new
    record_agent(ways["gui"], gui_only=False)
    assert make_tables(load_report_input(folders, common_only=True)) != new, "what is recorded counts"


def test_calls_in_the_prompt_stand_beside_native_ones(tmp_path: Path) -> None:
    tasks = [
        item.model_copy(update={"level": level})
        for item, level in zip(TASKS, ("L1", "L1", "L2"), strict=True)
    ]
    for calling, second in (("native", 1), ("prompt", 0)):
        run = made_run(tmp_path / calling, tasks, agent="openai", model="m", calling=calling)
        fill(run, {"os/a": [1], "os/b": [second], "vlc/c": [0]})
    made = tables(load_report_input([tmp_path / "native", tmp_path / "prompt"]))
    native, prompt = made["modes"].rows
    assert [str(row.cells["mode"]).partition(",")[0] for row in (native, prompt)] == [
        "native calls",
        "calls in the prompt",
    ]
    assert native.section == prompt.section
    assert (native.cells["messages"], native.cells["messages_l1"], native.cells["messages_l2"]) == (
        pytest.approx((7 + 7 + 5) / 3),
        7,
        5,
    )
    assert not any(row.source == "run" for row in made["table2"].rows), "table 2 is about filters alone"
    [pair] = made["pairs"].rows
    assert pair.cells["accuracy_difference"] == pytest.approx(-100 / 3)
    assert "prompt" in str(pair.cells["b"])


def test_modes_say_nothing_about_calling_where_it_is_the_same(tmp_path: Path) -> None:
    for name, options in {"old": {"calling": ""}, "new": {"calling": "native", "tool_filter": "all"}}.items():
        fill(made_run(tmp_path / name, TASKS, agent="openai", model="m", **options), {"os/a": [1]})
    made = tables(load_report_input([tmp_path / "old", tmp_path / "new"]))
    assert [str(row.cells["mode"])[:6] for row in made["modes"].rows] == ["filter", "filter"]
