from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import UsageError
from controller.guest import Tool
from controller.tool_filter import FILTERS, make_filter
from controller.tool_filter.base import Request
from controller.tool_filter.rag import BUDGET, Rag, words

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


def test_rag_finds_the_tool_the_instruction_speaks_of() -> None:
    chosen = make_filter("rag").choose(catalogue(), Request("Please sort my playlists in the media player"))
    assert "vlc.sort_playlist" in names(chosen)
    assert len(chosen) == BUDGET


def test_the_active_application_is_a_prior_and_no_wall() -> None:
    request = Request("export the chart", active_app="libreoffice_calc")
    assert "libreoffice_calc.export_chart" in names(make_filter("rag").choose(catalogue(), request))
    away = Request("rename the bookmark of the browser", active_app="libreoffice_calc")
    assert "google_chrome.rename_bookmark" in names(make_filter("rag").choose(catalogue(), away))


def test_a_tool_in_use_stays() -> None:
    request = Request("export the chart", active_app="libreoffice_calc", used=("vlc.toggle_volume",))
    assert "vlc.toggle_volume" in names(make_filter("rag").choose(catalogue(), request))


def test_an_instruction_without_a_known_word_still_gets_tools() -> None:
    assert len(Rag().choose(catalogue(), Request("xyzzy", active_app="vlc"))) == BUDGET


def test_a_small_catalogue_is_shown_whole() -> None:
    assert len(Rag().choose(catalogue()[:5], Request("anything"))) == 5


def test_the_index_follows_the_catalogue() -> None:
    rag = Rag(1)
    assert names(rag.choose(catalogue()[:40], Request("sort row"))) != []
    chosen = rag.choose([tool for tool in catalogue() if tool.app == "vlc"], Request("toggle volume"))
    assert names(chosen) == ["vlc.toggle_volume"]


def test_words_are_split_and_their_endings_taken_off() -> None:
    assert list(words("sort_columns")) == list(words("Sorting the column"))
    assert list(words("setCellValue")) == ["set", "cell", "valu"]


def test_app_offers_the_active_application_and_the_system() -> None:
    chosen = make_filter("app").choose(catalogue(), Request("x", active_app="vlc"))
    assert {tool.app for tool in chosen} == {"vlc", "os"}
    chosen = make_filter("app").choose(catalogue(), Request("x", active_app="terminal"))
    assert {tool.app for tool in chosen} == {"os"}


def test_all_none_and_oracle() -> None:
    request = Request("x", annotated=("vlc.sort_row",))
    assert make_filter("all").choose(catalogue(), request) == catalogue()
    assert make_filter("none").choose(catalogue(), request) == []
    assert names(make_filter("oracle").choose(catalogue(), request)) == ["vlc.sort_row"]


@settings(deadline=None)
@given(
    st.sampled_from(FILTERS), st.sampled_from(["lexicographic", "shuffle"]), st.integers(0, 9), st.randoms()
)
def test_order_depends_on_seed_and_names_alone(name: str, order: str, seed: int, random: Random) -> None:
    request = Request("sort the rows", active_app="libreoffice_calc", annotated=("vlc.sort_row",))
    tools = catalogue()
    once = names(make_filter(name, order, seed).choose(tools, request))
    random.shuffle(tools)
    again = names(make_filter(name, order, seed).choose(tools, request))
    assert once == again
    if order == "lexicographic":
        assert once == sorted(once)


def test_a_shuffle_changes_with_the_seed() -> None:
    request = Request("x")
    first = names(make_filter("all", "shuffle", 1).choose(catalogue(), request))
    second = names(make_filter("all", "shuffle", 2).choose(catalogue(), request))
    assert first != second and sorted(first) == sorted(second)


def test_unknown_names_are_refused_with_a_suggestion() -> None:
    with pytest.raises(UsageError) as caught:
        make_filter("rga")
    assert "did you mean 'rag'" in caught.value.hint
    with pytest.raises(UsageError, match="no tool order"):
        make_filter("rag", "random")
