"""The tools that the releases name for their tasks, and filters that show annotated tools."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from controller.core.guest import Tool
from controller.guests.registry import create_provider
from controller.records.run_options import RunOptions
from controller.runs.run_agent import describe
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.catalogue import load_catalogue
from controller.tool_filter.registry import make_filter
from plugins.tool_pools.sources.task import SuiteJudging, SuiteTask
from testbed.errors import UsageError
from tests.plugins.tool_pools.sources import checkouts
from tests.plugins.tool_pools.sources.checkouts import annotation, question, with_tools
from tests.plugins.tool_pools.sources.test_sources import only


@pytest.mark.parametrize(
    ("servers", "tool", "tools"),
    [
        ("calculator", "calculate", ("calculator_calculate",)),
        ("git", "git_log + git/git_show", ("git_log", "git_show")),
        ("filesystem", "read_file * 13", ("filesystem_read_file",)),
        ("calculator + git", "git_log*2+calculator/calculate + git_log", ("git_log", "calculator_calculate")),
        ("filesystem + git", "git_log", ()),  # what of filesystem is needed is not said
        ("git", "git_log + git_blame", ()),  # the pool's version has no git_blame
        ("git", "", ()),
    ],
)
def test_the_tools_that_mcpverse_names_are_annotated(
    servers: str, tool: str, tools: tuple[str, ...], tmp_path: Path
) -> None:
    task = only("mcpverse", checkouts.mcpverse(tmp_path, question(MCP=servers, tool=tool)))
    assert task.info.tools == tools
    shown = make_filter("oracle").choose(
        [*load_catalogue(), Tool("calculator_calculate", "", {}, "calculator")],
        FilterRequest("x", annotated=task.info.tools, servers=task.servers.ids),
    )
    assert {*tools} <= {tool.name for tool in shown}
    assert shown, "without an annotation all tools of its servers"


def test_the_tools_that_livemcpbench_names_are_annotated(tmp_path: Path) -> None:
    folder = checkouts.livemcpbench(tmp_path, annotation(**with_tools("calculate")))
    task = only("livemcpbench", folder)
    assert task.info.tools == ("calculator_calculate",)
    assert task.definition()["tools"] == task.info.tools
    unknown = only("livemcpbench", checkouts.livemcpbench(tmp_path, annotation(**with_tools("fetch"))))
    assert (unknown.info.tools, unknown.skip_reason) == ((), "needs servers: fetch (web)")


def test_a_filter_of_annotated_tools_refuses_a_task_that_names_neither_tools_nor_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = only("mcpverse", checkouts.mcpverse(tmp_path, question()))
    assert isinstance(task, SuiteTask)
    monkeypatch.setattr(SuiteJudging, "has_checker", True)  # else a judge would be missing
    options = RunOptions(agent="noop", tool_filter="oracle", provider="fake")
    with closing(create_provider("fake")) as provider:
        describe(options, [task], provider, tmp_path)
        bare = replace(task, needs=())
        with pytest.raises(UsageError, match="their source names no tools, and the filter oracle"):
            describe(options, [task, bare], provider, tmp_path)
        describe(options.model_copy(update={"tool_filter": "all"}), [bare], provider, tmp_path)
