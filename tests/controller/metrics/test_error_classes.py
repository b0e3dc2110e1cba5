"""Errors of failed episodes: each rule, what no rule decides, and the judge's class."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from controller.core.actions import ToolCall
from controller.core.guest import Tool
from controller.judges.records import Judging, VerdictRecord, VoteRecord
from controller.judges.registry import judges_for
from controller.metrics.episode_stats import EpisodeStats, RouteQuery, episode_stats
from controller.metrics.error_classes import CLASSES, Classified, classify
from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.registry import measure
from controller.metrics.tool_catalogue import Catalogue
from controller.records.spending import Spending
from controller.results.report.source import load_report_input
from controller.results.report.write import make_tables
from controller.tasks.task_judging import JudgeNotes
from controller.tool_filter.builtin.router import RoutedTools, found_tools
from plugins.tool_pools.judges.error_class import JUDGE
from tests.controller.judges.answers import CASE
from tests.controller.made_runs import END, add_episode, call, entry, made_run
from tests.controller.parts.judges.test_metrics import judging, result, verdict

NEEDED = "chess_new_game"
BY_RULE = {error: Classified(error, "rule") for error in CLASSES}


def outcome(stats: EpisodeStats | None, **more: Any) -> EpisodeOutcome:
    known: dict[str, Any] = {"task": "os/a", "epoch": 1, "domain": "os", "tool_beneficial": True}
    known |= {"status": "completed", "score": 0.0, "steps": 1, "tool_calls": 1, "needed": (NEEDED,)}
    return EpisodeOutcome(**{**known, "stats": stats, **more})


def routed(*queries: tuple[str, set[str] | None], **more: Any) -> EpisodeStats:
    made = [RouteQuery(text, None if found is None else frozenset(found)) for text, found in queries]
    return EpisodeStats(routes=len(made), queries=made, **more)


@pytest.mark.parametrize(
    ("stats", "expected"),
    [
        (routed(), "query"),
        (routed(("sort a spreadsheet", {"excel_sort"})), "query"),
        (routed(("start a new chess game", {"chess_get_turn"})), "retrieve"),
        (routed(("start new chess games", set())), "retrieve"),
        (routed(("play chess", {"chess_get_turn"})), None),
        (routed(("sort", {"excel_sort"}), ("a new chess game", set())), "retrieve"),
        (routed(("sort", {NEEDED})), None),
        (routed(("sort", None)), None),
        (routed(("chess", {NEEDED}), latest_failed={NEEDED: True}), "tool"),
        (routed(tools=Counter({NEEDED: 1}), latest_failed={NEEDED: True}), "tool"),
        (EpisodeStats(shown={NEEDED}, latest_failed={NEEDED: True}), "tool"),
        (EpisodeStats(shown={NEEDED}, latest_failed={NEEDED: False, "other": True}), None),
        (EpisodeStats(), None),
        (None, None),
    ],
)
def test_what_the_records_decide(stats: EpisodeStats | None, expected: str | None) -> None:
    assert classify(outcome(stats)) == (BY_RULE[expected] if expected else None)  # type: ignore[index]


def test_only_failed_episodes_have_a_class() -> None:
    for ending in ({"score": 1.0}, {"status": "infra_error"}, {"status": "cancelled"}, {"status": "skipped"}):
        assert classify(outcome(routed(), **ending)) is None
    assert classify(outcome(routed(), score=0.5, status="out_of_steps")) == BY_RULE["query"]
    assert classify(outcome(routed(), status="agent_error")) == BY_RULE["other"]
    assert classify(outcome(None, status="agent_broke_guest")) == BY_RULE["other"]
    assert classify(outcome(routed(), needed=())) is None


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("tool", Classified("tool", "judge")),
        ("other", Classified("other", "judge")),
        ("none", None),
        ("", None),
    ],
)
def test_a_judge_decides_what_no_rule_does(label: str, expected: Classified | None) -> None:
    found = verdict(None, decides=False, judge="error_class", label=label)
    judged = result("a", 0.0, judging(verdict(False, judge="reference", label="query"), found))
    assert classify(outcome(EpisodeStats(), result=judged)) == expected
    assert classify(outcome(routed(), result=judged)) == BY_RULE["query"], "rules come first"


def test_any_judge_may_classify_errors() -> None:
    foreign = verdict(None, decides=False, judge="my_errors", label="a tool's fault", error_class="tool")
    judged = result("a", 0.0, judging(foreign))
    assert classify(outcome(EpisodeStats(), result=judged)) == Classified("tool", "judge")
    unclear = verdict(None, decides=False, judge="my_errors", label="tool")
    assert classify(outcome(EpisodeStats(), result=result("a", 0.0, judging(unclear)))) is None


def test_what_the_judge_of_errors_found_is_read_from_records_with_its_label_alone() -> None:
    for error in (*CLASSES, "none"):
        record = JUDGE.tally([VoteRecord(status="read", label=error)], CASE).model_dump(mode="json")
        expected = None if error == "none" else error
        assert record["error_class"] == expected
        del record["error_class"]
        assert VerdictRecord.model_validate(record).error_class == expected
        assert VerdictRecord.model_validate(record | {"error_class": None}).error_class is None


def test_the_metrics_are_shares_of_the_classified() -> None:
    measured = measure(
        [
            outcome(routed()),
            outcome(routed(("a new chess game", set()))),
            outcome(routed(("another new chess game", set()))),
            outcome(EpisodeStats()),
            outcome(EpisodeStats(), score=1.0),
        ]
    )
    shares = [measured[f"{error}_errors"] for error in CLASSES]
    assert shares == [pytest.approx(1 / 3), pytest.approx(2 / 3), 0.0, 0.0]
    assert measure([outcome(EpisodeStats())])["tool_errors"] is None


def test_a_result_of_route_is_read_back() -> None:
    tools = [Tool(NEEDED, "Start a game\nof chess.", {"type": "object"}, "chess"), Tool("b", "b", {}, "b")]
    text = RoutedTools(tools).route({"query": "new game of chess"}).text
    assert found_tools(text) == {NEEDED}
    assert found_tools(RoutedTools(tools).route({"query": "xyzzy"}).text) == frozenset()
    for unreadable in ("", "[181 characters]", '{"name": 1}', '{"name": "cut', "{}", "[" * 9):
        assert found_tools(unreadable) is None


def test_queries_and_errors_are_counted_from_events() -> None:
    found = json.dumps({"name": NEEDED, "description": "", "parameters": {}})

    def step(action: ToolCall, text: str, *, error: bool = False) -> dict[str, Any]:
        answer = {"text": text, "is_error": error}
        return {"event": "step", "action": action.model_dump(mode="json"), "refused": False, "result": answer}

    route = ToolCall(name="route", arguments={"query": "chess"})
    events: list[dict[str, Any]] = [
        {"event": "tools", "names": ["execute", "route"]},
        step(route, f"{found}\n3 more match; a query that says more finds others."),
        step(ToolCall(name="route", arguments={}), "route needs `query`", error=True),
        step(ToolCall(name=NEEDED), "no", error=True),
        step(ToolCall(name="b"), "no", error=True),
        step(ToolCall(name="b"), "yes"),
    ]
    stats = episode_stats(events, Catalogue([]))
    assert stats.queries == [RouteQuery("chess", frozenset({NEEDED}))]
    assert stats.shown == set()
    assert (stats.latest_failed[NEEDED], stats.latest_failed["b"]) == (True, False)
    assert classify(outcome(stats)) == BY_RULE["tool"]


def test_the_judge_runs_only_when_it_is_named_and_takes_the_majority() -> None:
    notes = JudgeNotes(("a point",), "", "", "")
    assert [judge.name for judge in judges_for(notes)] == ["key_points"]
    assert [judge.name for judge in judges_for(notes, ["key_points", "error_class"])] == [
        "key_points",
        "error_class",
    ]

    def label(*labels: str) -> VerdictRecord:
        votes = [
            VoteRecord(status="read", label=name) if name else VoteRecord(status="empty") for name in labels
        ]
        return JUDGE.tally(votes, CASE)

    assert (label("tool", "tool", "query").label, label("tool", "tool", "query").status) == (
        "tool",
        "decided",
    )
    assert (label("tool", "query").label, label("tool", "query").status) == ("", "no_majority")
    assert (label("tool", "", "").label, label("tool", "", "").status) == ("", "no_majority")
    assert label("", "").status == "unreadable"
    assert not JUDGE.decides and all(f'- "{error}":' in JUDGE.prompt for error in CLASSES)


def test_a_report_has_errors_by_what_decided_and_modes_side_by_side(tmp_path: Path) -> None:
    tasks = [entry("os/a", ["a.count"]), entry("os/b", ["a.count"]), entry("os/c", ["a.count"])]
    wrong: dict[str, Any] = {**call("a.count"), "error": True}
    judged = Judging(
        key="k",
        model="m",
        votes=1,
        verdicts=(verdict(None, decides=False, judge="error_class", label="other"),),
        usage=Spending(),
        created="c",
    )
    for mode in ("oracle", "standard", "max", "router"):
        records = made_run(tmp_path / mode, tasks, agent="anthropic", model="m_1", tool_filter=mode)
        add_episode(records, "os/a", 1, [wrong, END], cost=0.5)
        by_judge = {"part": "judges", "score": 0.0, "error_class": "other"}
        parts, verdicts = {"judges": judged}, [{"score": 0.0}, by_judge]
        add_episode(records, "os/b", 1, [call(), END], parts=parts, verdicts=verdicts, cost=0.5)
        add_episode(records, "os/c", 1, [call(), END], score=float(mode == "oracle"), cost=0.5)
    tables = {
        table.name: table
        for table in make_tables(load_report_input([tmp_path / mode for mode in ("oracle", "router")]))
    }
    oracle, router = (row.cells for row in tables["errors"].rows)
    assert (oracle["failed"], oracle["tool_rule"], oracle["other_judge"], oracle["undecided"]) == (2, 1, 1, 0)
    assert (router["failed"], router["tool_rule"], router["tool_judge"], router["undecided"]) == (3, 1, 0, 1)
    every = make_tables(
        load_report_input([tmp_path / mode for mode in ("oracle", "standard", "max", "router")])
    )
    [modes] = [table for table in every if table.name == "modes"]
    assert [str(row.cells["mode"]).split(",")[0] for row in modes.rows] == [
        "filter oracle",
        "filter standard",
        "filter max",
        "filter router",
    ]
    assert [row.cells["accuracy"] for row in modes.rows] == [pytest.approx(100 / 3), 0.0, 0.0, 0.0]
    assert [row.cells["episode_cost"] for row in modes.rows] == [0.5] * 4
    assert len({row.section for row in modes.rows}) == 1
    keys = {column.key for column in modes.columns}
    assert "tool_errors" in keys and "route_calls" not in keys, "these runs have no router's events"


def test_a_run_whose_failures_are_undecided_stands_beside_the_others(tmp_path: Path) -> None:
    wrong: dict[str, Any] = {**call("a.count"), "error": True}
    for name, events in (("decided", [wrong, END]), ("undecided", [call(), END])):
        records = made_run(tmp_path / name, [entry("os/a", ["a.count"])], agent="anthropic", model=name)
        add_episode(records, "os/a", 1, events)
    both = load_report_input([tmp_path / "decided", tmp_path / "undecided"])
    [table] = [table for table in make_tables(both) if table.name == "errors"]
    assert [(row.cells["failed"], row.cells["undecided"]) for row in table.rows] == [(1, 0), (1, 1)]
    alone = make_tables(load_report_input([tmp_path / "undecided"]))
    assert [table for table in alone if table.name == "errors" and table.rows] == []


def test_reports_without_modes_or_errors_have_no_such_tables(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry("os/a", ["a.count"])], agent="oracle")
    add_episode(records, "os/a", 1, [call(), END], score=1.0)
    assert not {"modes", "errors"} & {
        table.name for table in make_tables(load_report_input([tmp_path / "run"]))
    }
