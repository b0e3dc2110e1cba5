from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.core.guest import Tool
from controller.guests.fake.provider import FakeProvider
from controller.records.run_options import RunOptions
from controller.runs.start import create_run
from controller.tasks.selection import load_tasks
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.embeddings import Vectors
from controller.tool_filter.registry import make_filter
from testbed.errors import UsageError
from testbed.extension_points import TOOL_FILTERS

APPS = ("libreoffice_calc", "libreoffice_writer", "vlc", "os", "google_chrome")
SUBJECTS = ("row", "chart", "playlist", "bookmark", "paragraph", "volume", "font", "file")
VERBS = ("sort", "delete", "export", "rename", "toggle")


def catalogue() -> list[Tool]:
    tools = [
        Tool(f"{app}.{verb}_{subject}", f"{verb} the {subject}", {"properties": {subject: {}}}, app)
        for app in APPS
        for verb in VERBS
        for subject in SUBJECTS
    ]
    return sorted(tools, key=lambda tool: tool.name)


def names(tools: list[Tool]) -> list[str]:
    return [tool.name for tool in tools]


def test_app_offers_what_the_public_release_does() -> None:
    def apps(active: str) -> set[str]:
        return {
            tool.app for tool in make_filter("app").choose(catalogue(), FilterRequest("x", active_app=active))
        }

    assert apps("vlc") == {"vlc"}
    assert apps("terminal") == apps("") == {"os"}


def test_all_none_and_oracle() -> None:
    request = FilterRequest("x", annotated=("vlc.sort_row",))
    assert make_filter("all").choose(catalogue(), request) == catalogue()
    assert make_filter("none").choose(catalogue(), request) == []
    assert names(make_filter("oracle").choose(catalogue(), request)) == ["vlc.sort_row"]


@settings(deadline=None)
@given(
    st.sampled_from(TOOL_FILTERS.own_names()),
    st.sampled_from(["lexicographic", "shuffle"]),
    st.integers(0, 9),
    st.randoms(),
)
def test_order_depends_on_seed_and_names_alone(name: str, order: str, seed: int, random: Random) -> None:
    request = FilterRequest("sort the rows", active_app="libreoffice_calc", annotated=("vlc.sort_row",))
    tools = catalogue()
    once = names(make_filter(name, order, seed).choose(tools, request))
    random.shuffle(tools)
    again = names(make_filter(name, order, seed).choose(tools, request))
    assert once == again
    if order == "lexicographic":
        assert once == sorted(once)


def test_a_shuffle_changes_with_the_seed() -> None:
    request = FilterRequest("x")
    first = names(make_filter("all", "shuffle", 1).choose(catalogue(), request))
    second = names(make_filter("all", "shuffle", 2).choose(catalogue(), request))
    assert first != second and sorted(first) == sorted(second)


def test_unknown_names_are_refused_with_a_suggestion() -> None:
    with pytest.raises(UsageError) as caught:
        make_filter("rga")
    assert "did you mean 'rag'" in caught.value.hint
    with pytest.raises(UsageError, match="no tool order"):
        make_filter("rag", "random")


@pytest.mark.parametrize("name", ["app", "all", "oracle", "none"])
def test_filters_that_choose_no_number_of_tools_take_no_budget(name: str) -> None:
    with pytest.raises(UsageError, match=f"the tool filter {name} takes no budget"):
        make_filter(name, budget="10")
    with pytest.raises(UsageError, match=f"the tool filter {name} uses no embeddings"):
        make_filter(name, embeddings="some-model")


@pytest.mark.parametrize("name", ["rag", "bm25", "distractors"])
def test_a_budget_is_kept(name: str) -> None:
    assert len(make_filter(name, budget="7").choose(catalogue(), FilterRequest("sort the rows"))) == 7


def test_a_run_with_embeddings_records_what_computes_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tasks_root: Path
) -> None:
    monkeypatch.setattr("controller.tool_filter.builtin.rag.load_encoder", lambda model: _same_for_all)
    options = RunOptions(agent="noop", provider="fake", tool_filter="rag", embeddings="a-model")
    records = create_run(tmp_path / "run", options, load_tasks(["os/write_note"], tasks_root), FakeProvider())
    assert records.info.options.embeddings == "a-model"
    assert {"sentence-transformers", "torch"} <= set(records.info.versions)


def _same_for_all(texts: Sequence[str]) -> Vectors:
    return np.ones((len(texts), 1), dtype=np.float32)
