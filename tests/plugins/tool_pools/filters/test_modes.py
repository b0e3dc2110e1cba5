"""Exposure of many servers: whole servers by budget or list, distractor servers, and the whole pool in a guest."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.core.guest import Tool
from controller.guests.fake.guest import FakeGuest
from controller.tasks.task import Task
from controller.tool_filter.areas import area_of
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.budget import token_count
from controller.tool_filter.registry import load_filter, make_filter, max_tools, prepare_task
from controller.tool_filter.servers import known_servers
from plugins.tool_pools.sources.names import standard_lists
from testbed.errors import UsageError
from tests.controller.tool_filter.test_filters import APPS, catalogue, names
from vm_images.server_pool import OFFERED_SERVERS, offerable_servers

NEEDED = FilterRequest("x", annotated=("vlc.sort_row",))
TASK = """\
instruction = "Add 1 and 2."
applications = ["os"]
servers = ["calculator"]
tools = ["calculator_calculate"]
"""


def servers(tools: list[Tool]) -> set[str]:
    return {area_of(tool) for tool in tools}


def whole(tools: list[Tool]) -> bool:
    """Whether each server of the tools is there with all its tools."""
    return names(tools) == [tool.name for tool in catalogue() if area_of(tool) in servers(tools)]


def test_standard_shows_whole_servers_within_its_budget() -> None:
    tokens = {app: sum(token_count(tool) for tool in catalogue() if tool.app == app) for app in APPS}
    budget = 2 * max(tokens.values())
    shown = make_filter("standard", budget=f"{budget}t").choose(catalogue(), NEEDED)
    assert "vlc" in servers(shown) and len(servers(shown)) >= 2 and whole(shown)
    assert sum(map(token_count, shown)) <= budget < sum(tokens.values())


def test_standard_has_44k_tokens_and_always_the_annotated_tools_servers() -> None:
    assert make_filter("standard").choose(catalogue(), NEEDED) == catalogue()
    many = [Tool(f"{app}.tool", "x" * 40_000, {}, app) for app in "abcdefgh"]
    shown = make_filter("standard").choose(many, FilterRequest("x"))
    assert len(shown) == 4, "each takes a little over 10k tokens"
    big = [Tool("a.tool", "x" * 400_000, {}, "a"), Tool("b.tool", "x", {}, "b")]
    assert names(make_filter("standard").choose(big, FilterRequest("x", annotated=("a.tool",)))) == ["a.tool"]
    assert names(make_filter("standard").choose(big, FilterRequest("x"))) == ["b.tool"]


def test_standards_other_servers_are_the_same_for_all_tasks_and_seeds() -> None:
    def shown(annotated: tuple[str, ...], seed: int) -> set[str]:
        budget = str(3 * len(catalogue()) // len(APPS))
        request = FilterRequest("x", annotated=annotated)
        return servers(make_filter("standard", seed=seed, budget=budget).choose(catalogue(), request))

    first = shown((), 1)
    assert len(first) == 3 and first == shown((), 2)
    assert all(first == shown((f"{app}.sort_row",), 1) for app in first)


def test_standard_of_a_list_shows_these_servers() -> None:
    shown = make_filter("standard:vlc, os").choose(catalogue(), NEEDED)
    assert servers(shown) == {"vlc", "os"} and whole(shown)
    assert max_tools("standard:vlc,os", "", catalogue()) == len(shown)


def test_standard_of_a_releases_list_shows_its_servers_and_the_needed_ones() -> None:
    listed = {"bazi", "calculator", "excel-negokaz", "filesystem", "git", "howtocook", "sqlite", "time"}
    assert len(standard_lists()["mcpverse"].servers) == 32, "the paper's number"
    assert listed == {*standard_lists()["mcpverse"].ids} & {*known_servers()}
    pool = [Tool(f"{server}.tool", "", {}, server) for server in known_servers()]
    shown = make_filter("standard:mcpverse").choose(pool, FilterRequest("x"))
    assert servers(shown) == listed
    request = FilterRequest("x", servers=("desktop-commander",))
    more = make_filter("standard:mcpverse").choose(pool, request)
    assert servers(more) == {*listed, "desktop-commander"}, "as the release's code, which every mode offers"
    assert max_tools("standard:mcpverse", "", pool) == 8
    assert max_tools("standard:mcpverse", "", pool, [("vlc.tool",), ("git.tool",)]) == 9
    both = make_filter("standard:mcpverse-1.1,vlc").choose(pool, FilterRequest("x"))
    assert servers(both) == {*listed, "vlc"} - {"calculator", "howtocook"}


def test_distractors_hide_all_annotated_tools_among_others() -> None:
    request = FilterRequest("x", annotated=("vlc.sort_row", "os.rename_file"))

    def shown(seed: int, budget: str = "10") -> set[str]:
        chosen = make_filter("distractors", seed=seed, budget=budget).choose(catalogue(), request)
        return set(names(chosen))

    assert len(shown(1)) == 10 and shown(1) >= set(request.annotated)
    assert shown(1) == shown(1) != shown(2)
    assert shown(1, "1") == set(request.annotated)


def test_distractor_servers_are_whole_seeded_and_beside_the_needed_one() -> None:
    def shown(name: str, seed: int = 1) -> set[str]:
        chosen = make_filter(name, seed=seed).choose(catalogue(), NEEDED)
        assert whole(chosen)
        return servers(chosen)

    assert shown("distractors:0") == {"vlc"}
    assert all(
        "vlc" in shown("distractors:2", seed) and len(shown("distractors:2", seed)) == 3 for seed in range(9)
    )
    assert shown("distractors:2") == shown("distractors:2")
    assert len({frozenset(shown("distractors:2", seed)) for seed in range(9)}) > 1
    assert shown("distractors:1") < shown("distractors:2")
    assert shown("distractors:99") == set(APPS)


def test_without_an_annotation_the_tools_of_the_tasks_servers_are_needed() -> None:
    request = FilterRequest("x", servers=("vlc",))
    least = f"{max(token_count(tool) for tool in catalogue())}t"
    for name, budget in (("oracle", ""), ("distractors:0", ""), ("standard", least)):
        shown = make_filter(name, budget=budget).choose(catalogue(), request)
        assert servers(shown) == {"vlc"} and whole(shown)
    assert all(
        "vlc" in servers(make_filter("distractors:1", seed=n).choose(catalogue(), request)) for n in range(9)
    )


def test_the_most_tools_of_distractor_servers_are_those_of_the_largest() -> None:
    tools = [
        Tool(f"{app}.{n}", "", {}, app) for app, size in (("a", 1), ("b", 5), ("c", 2)) for n in range(size)
    ]
    assert max_tools("distractors:1", "", tools, [("a.0",)]) == 1 + 5
    assert max_tools("distractors:1", "", tools, [("b.0",), ("a.0",)]) == 5 + 2


@pytest.mark.parametrize(
    ("name", "budget", "message"),
    [
        ("distractors:ten", "", "invalid number of distractor servers 'ten'"),
        ("distractors:-1", "", "invalid number of distractor servers '-1'"),
        ("distractors:10", "4000t", "cannot be combined with a number of distractor servers"),
        ("standard:vlx", "", r"there is no server 'vlx'\nhint: did you mean 'vlc'"),
        ("standard:vlc,", "", "there is no server ''"),
        ("standard:mcpvers", "", r"there is no server 'mcpvers'\nhint: did you mean 'mcpverse'"),
        ("standard:vlc", "4000t", "cannot be combined with a list of servers"),
        ("standard:", "", "invalid tool filter 'standard:'\nhint: use standard:SERVER,... or standard"),
        ("rag:3", "", "invalid tool filter 'rag:3'\nhint: rag takes no argument"),
        ("max:3", "", "invalid tool filter 'max:3'"),
    ],
)
def test_what_a_filter_does_not_take_is_refused(name: str, budget: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_filter(name, budget=budget)
    assert message in str(caught.value) or message.replace("\\n", "\n") in str(caught.value)


def test_the_filters_that_choose_from_the_pool() -> None:
    assert {
        name
        for name in ("all", "rag", "oracle", "max", "standard", "distractors:3", "router")
        if load_filter(name).offers_pool
    } == {"max", "standard", "distractors:3", "router"}


def test_a_task_with_the_pool_offers_all_that_the_guest_has(
    make_task: Callable[..., Task], fake_guest: FakeGuest, cancel: object
) -> None:
    task = make_task(toml=TASK)
    wide = prepare_task(task, "max")
    assert prepare_task(task, "all") is task
    assert task.servers.offered == task.servers.ids == wide.servers.ids == ("calculator",)
    offerable = {server.id for server in offerable_servers()}
    assert wide.servers.offered[0] == "calculator" and set(wide.servers.offered) == offerable
    assert len(wide.servers.offered) == len(offerable) > 20
    assert wide.hash == task.hash and wide.initial_state_hash == task.initial_state_hash
    wide.set_up(fake_guest, cancel)  # type: ignore[arg-type]
    assert fake_guest.read_file(OFFERED_SERVERS).decode().split() == list(wide.servers.offered)
    assert not fake_guest.call_tool("memory_read_graph", {}).is_error
    plain = make_task(toml='instruction = "Wait."\napplications = ["os"]\n')
    assert prepare_task(plain, "max").servers.offered == ()


@pytest.mark.parametrize(("tool_filter", "has_memory"), [("max", True), ("all", False)])
def test_a_run_with_max_shows_servers_that_the_task_does_not_name(
    tool_filter: str,
    has_memory: bool,
    make_task: Callable[..., Task],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    task = make_task(toml=TASK)
    monkeypatch.setenv("TESTBED_TASKS", str(task.folder.parents[1]))  # type: ignore[union-attr]
    out = tmp_path / "run"
    options = ["--agent", "noop", "--provider", "fake", "--tool-filter", tool_filter, "--guests", "1"]
    assert call(["run", *options, "--display", "none", "--out", str(out)]) == 0
    [path] = out.glob("episodes/*/*/*/events.jsonl")
    [shown] = [
        event["names"]
        for event in map(json.loads, path.read_text().splitlines())
        if event["event"] == "tools"
    ]
    assert "calculator_calculate" in shown and ("memory_read_graph" in shown) == has_memory
    recorded = {tool["name"] for tool in json.loads((out / "tools.json").read_text())}
    assert ("memory_read_graph" in recorded) == has_memory
