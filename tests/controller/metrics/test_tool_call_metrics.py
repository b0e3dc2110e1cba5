"""Metrics of tool calls: worked out by hand, and over a run with the router."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.metrics.episode_stats import EpisodeStats, episode_stats
from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.registry import all_metrics
from controller.metrics.tool_catalogue import Catalogue
from controller.results.run_data import load_run
from tests.controller.agents.paper_runs import TASKS
from tests.plugins.tool_pools.agents.text_runs import KEY, play

NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
CATALOGUE = Catalogue([{"name": name, "input_schema": NUMBER} for name in ("a.one", "a.two", "a.three")])
KEYS = (
    "distinct_tools",
    "distinct_tool_names",
    "execute_calls",
    "route_calls",
    "rounds",
    "messages",
    "valid_names",
    "schema_compliance",
    "call_success",
)


def step(name: str, n: Any = 1, *, failed: bool = False, refused: bool = False) -> dict[str, Any]:
    action = {"type": "tool_call", "name": name, "arguments": {"n": n}}
    result = {"text": "", "is_error": failed or refused}
    return {"event": "step", "action": action, "refused": refused, "result": result}


def decision(*kinds: str, unknown: tuple[str, ...] = ()) -> dict[str, Any]:
    details = {"unknown_tools": list(unknown)}
    return {"event": "decision", "actions": [{"type": kind} for kind in kinds], "details": details}


def tools_event(*names: str) -> dict[str, Any]:
    return {"event": "tools", "names": list(names)}


DONE = {"event": "step", "action": {"type": "terminate", "status": "success"}, "result": None}


def outcome(stats: EpisodeStats | None, epoch: int = 1, *, has_tools: bool = True) -> EpisodeOutcome:
    return EpisodeOutcome("t/x", epoch, "t", True, "completed", 1.0, 1, 1, has_tools=has_tools, stats=stats)


def measure(*outcomes: EpisodeOutcome) -> dict[str, float | None]:
    specs = {spec.key: spec for spec in all_metrics()}
    return {key: specs[key].value(outcomes) for key in KEYS}


ROUTED = [
    tools_event("execute", "route"),
    decision("tool_call"),
    step("route", "numbers"),
    decision("tool_call", "tool_call"),
    step("a.one"),
    step("a.one", "one", failed=True),
    decision("tool_call"),
    step("route", "", failed=True),
    decision("tool_call", unknown=("nobody",)),
    step("a.two", failed=True),
    decision("tool_call"),
    step("execute", refused=True),
    decision("terminate"),
    DONE,
]
"""Calls: four of tools, one of them with wrong arguments and two failed; one refused, one that took no step."""
PLAIN = [tools_event("a.one", "a.two"), decision("tool_call"), step("a.two"), decision("terminate"), DONE]
IDLE = [tools_event("a.one"), decision("terminate"), DONE]


def test_an_episode_with_the_router() -> None:
    values = measure(outcome(episode_stats(ROUTED, CATALOGUE)))
    assert values == {
        "distinct_tools": 2,
        "distinct_tool_names": 2,
        "execute_calls": 3,
        "route_calls": 2,
        "rounds": 5,
        "messages": 15,
        "valid_names": pytest.approx(3 / 5),
        "schema_compliance": pytest.approx(2 / 3),
        "call_success": pytest.approx(1 / 5),
    }


def test_an_episode_without_it() -> None:
    values = measure(outcome(episode_stats(PLAIN, CATALOGUE)))
    assert values == {
        "distinct_tools": 1,
        "distinct_tool_names": 1,
        "execute_calls": 1,
        "route_calls": None,
        "rounds": 1,
        "messages": 5,
        "valid_names": 1,
        "schema_compliance": 1,
        "call_success": 1,
    }


def test_episodes_without_calls_count_where_numbers_are_meant_and_not_in_rates() -> None:
    values = measure(outcome(episode_stats(PLAIN, CATALOGUE)), outcome(episode_stats(IDLE, CATALOGUE), 2))
    assert (values["distinct_tools"], values["execute_calls"], values["rounds"]) == (0.5, 0.5, 0.5)
    assert (values["valid_names"], values["call_success"]) == (1, 1)
    assert measure(outcome(episode_stats(IDLE, CATALOGUE)))["valid_names"] is None


def test_tools_of_one_name_on_two_servers_are_two_tools_and_one_name() -> None:
    events = [decision("tool_call"), step("web/read"), step("text-editor/read"), step("text-editor/write")]
    values = measure(outcome(episode_stats(events, None)))
    assert (values["distinct_tools"], values["distinct_tool_names"]) == (3, 2)


@pytest.mark.parametrize(
    ("name", "app", "own"),
    [
        ("osworld_mcp_os.set_volume", "os", "set_volume"),
        ("city_guide_find_places", "city-guide", "find_places"),
        ("filesystem_read_file", "os", "read_file"),
        ("text-editor/read_file", "", "read_file"),
        ("puppeteer/puppeteer_click", "puppeteer", "puppeteer_click"),
        ("read_file", "text-editor", "read_file"),
        ("web_git_log", "web", "git_log"),
    ],
)
def test_a_tools_own_name(name: str, app: str, own: str) -> None:
    assert Catalogue([{"name": name, "app": app, "input_schema": NUMBER}]).own_name(name) == own


def test_the_dialogue_has_a_length_overall_and_by_level() -> None:
    short = [decision("terminate"), DONE]
    unusable = {"event": "decision", "actions": [], "details": {"mistakes": ["no call", "no call"]}}
    long = [unusable, step("a.one"), step("a.two"), decision("terminate"), DONE]
    outcomes = [
        replace(outcome(episode_stats(events, None), number), level=level)
        for number, (events, level) in enumerate([(short, "L1"), (long, "L2"), ([], "L2"), (PLAIN, None)], 1)
    ]
    specs = {spec.key: spec for spec in all_metrics()}
    keys = ("messages", "messages_l1", "messages_l2", "messages_l3")
    values = [specs[key].value(outcomes) for key in keys]
    assert values == [pytest.approx((3 + 10 + 5) / 3), 3, 10, None]


def test_rates_are_means_over_episodes() -> None:
    values = measure(outcome(episode_stats(PLAIN, CATALOGUE)), outcome(episode_stats(ROUTED, CATALOGUE), 2))
    assert values["valid_names"] == pytest.approx((1 + 3 / 5) / 2)
    assert values["route_calls"] == 2


def test_without_the_runs_list_of_tools_names_and_schemas_are_unknown() -> None:
    values = measure(outcome(episode_stats(ROUTED, None)))
    assert (values["valid_names"], values["schema_compliance"]) == (None, None)
    assert values["call_success"] == pytest.approx(1 / 5)


def test_nothing_is_known_without_events_or_tools() -> None:
    assert set(measure(outcome(None)).values()) == {None}
    assert set(measure(outcome(episode_stats(PLAIN, CATALOGUE), has_tools=False)).values()) == {None}


def test_a_tool_of_the_guest_that_is_called_route_is_a_tool() -> None:
    stats = episode_stats([tools_event("route"), decision("tool_call"), step("route")], None)
    values = measure(outcome(stats))
    assert (values["distinct_tools"], values["execute_calls"], values["route_calls"]) == (1, 1, None)


@pytest.mark.parametrize("odd", [None, 7, "x", [7], [None], [["terminate"]]])
def test_damaged_decisions_are_counted_somehow(odd: object) -> None:
    stats = episode_stats([{"event": "decision", "actions": odd}], CATALOGUE)
    assert stats.rounds in (0, 1)


def test_a_run_shows_them_in_its_summary_tables_and_exports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    write = {"tool": "filesystem_write_file", "arguments": {"path": "/home/user/note.txt", "content": "done"}}
    answers = [
        'Thought: t\nAction: route\nInput: {"query": "write a text file"}',
        f"Thought: t\nAction: execute\nInput: {json.dumps(write)}",
        "Thought: t\nAnswer: done",
    ]
    out = tmp_path / "run"
    assert play("react", out, answers).code == 0
    capsys.readouterr()
    summary = json.loads((out / "summary.json").read_text())
    selected = summary["overall"]["selected"]
    assert [selected[key] for key in KEYS] == [1, 1, 1, 1, 2, 7, 1, 1, 1]
    assert call(["score", str(out)]) == 0
    printed = capsys.readouterr()
    assert "tool calls per episode" in printed.out
    assert "out of date" not in printed.err
    [episode] = load_run(out).episodes
    assert episode.stats is not None and episode.stats.routes == 1
    assert call(["export", str(out), "--format", "jsonl", "--out", str(tmp_path / "rows")]) == 0
    row = json.loads((tmp_path / "rows" / "episodes.jsonl").read_text())
    assert [row[key] for key in KEYS] == [1, 1, 1, 1, 2, 7, 1, 1, 1]
    assert row["calling"] == "prompt"
