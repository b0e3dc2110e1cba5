"""`testbed tools eval`: the table and the JSON of the filters' figures, without a guest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.cli.main import call

Printed = pytest.CaptureFixture[str]
VOLUME = "osworld_mcp_os.set_volume"


@pytest.fixture(autouse=True)
def _surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TESTBED_TASKS", raising=False)
    request = {"instruction": "It is too loud", "application": "vlc", "tools": [VOLUME]}
    Path("mine.jsonl").write_text(json.dumps(request) + "\n")


def test_a_table_of_all_filters_over_the_tasks(capsys: Printed) -> None:
    assert call(["tools", "eval", "--suite", "demo"]) == 0
    printed = capsys.readouterr().out
    assert "158 tools in total" in printed and "@10" in printed and "@25" in printed
    rows = [line.split()[0] for line in printed.splitlines() if line.count(".") > 5]
    assert rows == ["all", "app", "bm25", "none", "oracle", "rag", "router", "distractors", "max", "standard"]


def test_json_over_a_file_says_what_was_missed(capsys: Printed) -> None:
    arguments = ["tools", "eval", "mine.jsonl", "--json", "--filter", "rag", "--filter", "app", "--at", "10"]
    assert call(arguments) == 0
    figures = json.loads(capsys.readouterr().out)
    assert list(figures) == ["rag", "app"]
    assert figures["rag"]["recall_at"] == {"10": 1.0} and figures["rag"]["misses"] == []
    miss = {"instruction": "It is too loud", "application": "vlc", "missing": [[VOLUME]]}
    assert figures["app"]["recall"] == 0 and figures["app"]["misses"] == [miss]


def test_a_budget_holds_for_the_filters_that_take_one(capsys: Printed) -> None:
    assert call(["tools", "eval", "mine.jsonl", "--json", "--tool-budget", "500t"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert 0 < figures["rag"]["tokens"] <= 500 < figures["app"]["tokens"]


def test_tasks_on_servers_that_the_list_does_not_have_are_left_out(capsys: Printed) -> None:
    arguments = ["tools", "eval", "--filter", "app", "--task", "vlc/time_left", "--task"]
    assert call([*arguments, "leisure/open_on_monday"]) == 0
    printed = capsys.readouterr()
    assert "1 tasks are left out: the tool list has no tools of their servers" in printed.err
    assert "1 instructions, 2 required tools" in printed.out
    tools = [tool(f"city_guide_{name}") for name in ("find_places", "get_opening_hours", "save_place")]
    Path("tools.json").write_text(json.dumps(tools))
    assert call([*arguments[:4], "--task", "leisure/open_on_monday", "--tools", "tools.json"]) == 0
    assert "1 instructions, 3 required tools, 3 tools in total" in capsys.readouterr().out


def test_another_list_of_tools(capsys: Printed) -> None:
    Path("tools.json").write_text(json.dumps([tool(VOLUME), tool("computer.click")]))
    assert call(["tools", "eval", "mine.jsonl", "--tools", "tools.json"]) == 0
    assert "1 tools in total" in capsys.readouterr().out


def tool(name: str) -> dict[str, object]:
    return {"name": name, "app": "vlc", "description": "Does it.", "input_schema": {}}


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        ("none.jsonl", "none.jsonl cannot be read", ""),
        ("mine.jsonl --filter ragg", "there is no tool filter 'ragg'", "did you mean 'rag'"),
        (
            "mine.jsonl --filter search",
            "the tool filter search cannot be evaluated without a model",
            "all, app, bm25",
        ),
        ("mine.jsonl --suite demo", "FILE cannot be combined with --suite", "leave out FILE"),
        ("mine.jsonl --tools none.json", "none.json cannot be read", "testbed tools list --json"),
        ("--tools other.json --provider fake", "--tools cannot be combined with --provider", "leave one"),
        (
            "--task chrome/register_workshop",
            "none of the selected tasks has annotated tools",
            "select other tasks",
        ),
        ("--tools other.json", "which is not in the tool list", "testbed tools list"),
        ("mine.jsonl --tools other.json", "mine.jsonl:1: there is no tool 'osworld_mcp_os.set_volume'", ""),
        ("mine.jsonl --tool-budget lots", "invalid tool budget 'lots'", "4000t"),
        ("mine.jsonl --provider fake", "mine.jsonl:1: there is no tool", ""),
    ],
)
def test_mistakes_are_named(arguments: str, message: str, hint: str, capsys: Printed) -> None:
    Path("other.json").write_text(json.dumps([tool("other.tool")]))
    assert call(["tools", "eval", *arguments.split()]) == 2
    printed = " ".join(capsys.readouterr().err.split())
    assert message in printed and hint in printed
