"""Tool filters of other distributions, found by their entry points; and the protocol's example."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.tool_filter import registry
from controller.tool_filter.base import FilterRequest, FilterSpec, ToolFilter
from testbed.errors import UsageError
from testbed.extension_points import TOOL_FILTERS
from tests.controller.agents.distributions import write_distribution
from tests.controller.tool_filter.test_filters import catalogue
from tests.docstring_examples import run_example

SHORTEST = '''
"""The tool with the shortest name."""

from testbed.guests import FilterSpec


class Shortest:
    def choose(self, catalogue, request):
        return sorted(catalogue, key=lambda tool: len(tool.name))[:1]


FILTER = FilterSpec(create=lambda options: Shortest(), max_tools=lambda options, catalogue, annotations: 1)
'''
Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a distribution with a tool filter into the test's environment."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(name: str, entry_points: str, code: str = SHORTEST) -> None:
        write_distribution(tmp_path, name, entry_points, code, group=TOOL_FILTERS.group)
        monkeypatch.delitem(sys.modules, name, raising=False)

    return put


def test_the_example_of_the_protocol_is_a_whole_filter() -> None:
    spec: FilterSpec = run_example(ToolFilter)["FILTER"]
    options = registry.FilterOptions()
    shown = spec.create(options).choose(catalogue(), FilterRequest("x", active_app="vlc"))
    assert len(shown) == 10 == spec.max_tools(options, catalogue(), ())
    assert {tool.app for tool in shown} == {"vlc"}


def test_a_run_uses_and_records_a_filter_of_another_distribution(
    install: Install, tmp_path: Path, tasks_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("tiny_filter", "shortest = tiny_filter")
    assert "shortest" in TOOL_FILTERS.names()
    assert registry.max_tools("shortest", "", catalogue()) == 1
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    run = tmp_path / "run"
    options = ["--agent", "noop", "--provider", "fake", "--task", "os/write_note", "--out", str(run)]
    assert call(["run", *options, "--tool-filter", "shortest", "--display", "none"]) == 0
    info = json.loads((run / "run.json").read_text())
    assert info["options"]["tool_filter"] == "shortest" and info["versions"]["tiny_filter"] == "1.0"
    events = (run / "episodes/os/write_note/1/events.jsonl").read_text().splitlines()
    [offered] = [event for event in map(json.loads, events) if event["event"] == "tools"]
    assert len(offered["names"]) == 1


@pytest.mark.parametrize(
    ("entry_points", "code", "message"),
    [
        ("shortest = tiny_broken", "import nowhere_to_be_found", "nowhere_to_be_found"),
        ("shortest = tiny_broken", "FILTER = 3", "FILTER is 3, not FilterSpec"),
        ("shortest = tiny_broken", SHORTEST.replace("Shortest()", "None"), "create returned None"),
        ("shortest = tiny_broken", SHORTEST.replace("Shortest()", "undefined"), "create raised"),
        ("rag = tiny_broken", SHORTEST, "declares a tool filter 'rag', but testbed has one of that name"),
    ],
)
def test_a_broken_filter_names_its_distribution(
    entry_points: str, code: str, message: str, install: Install
) -> None:
    install("tiny_broken", entry_points, code)
    if entry_points.startswith("rag"):
        assert [plugin.problem for plugin in TOOL_FILTERS.extensions().values() if not plugin.is_own] == [
            f"tiny_broken 1.0 {message}"
        ]
        assert type(registry.create_filter("rag")).__name__ == "RagFilter"
        return
    with pytest.raises(UsageError, match=message) as caught:
        registry.make_filter("shortest")
    assert "the tool filter 'shortest' of tiny_broken 1.0" in caught.value.message


@pytest.mark.parametrize(
    ("body", "message"), [("raise KeyError('x')", "choose raised"), ("return ['a']", "choose returned")]
)
def test_a_choice_that_fails_names_the_distribution(body: str, message: str, install: Install) -> None:
    line = "return sorted(catalogue, key=lambda tool: len(tool.name))[:1]"
    install("tiny_choice", "shortest = tiny_choice", SHORTEST.replace(line, body))
    with pytest.raises(UsageError, match=message) as caught:
        registry.make_filter("shortest").choose(catalogue(), FilterRequest("x"))
    assert "tiny_choice 1.0" in caught.value.message


def test_an_unknown_filter_is_refused_with_all_names(install: Install) -> None:
    install("tiny_named", "shortest = tiny_named")
    with pytest.raises(UsageError, match="there is no tool filter 'shortst'") as caught:
        registry.make_filter("shortst")
    assert "did you mean 'shortest'" in caught.value.hint and "rag" in caught.value.hint
