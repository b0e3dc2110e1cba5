"""The retriever: what it finds, that it is no wall, and that it stays as it is while nothing changes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.core.guest import Tool
from controller.core.texts import first_sentence
from controller.tool_filter.areas import WINDOW_AREAS
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.budget import ToolBudget, token_count
from controller.tool_filter.builtin.rag import RagFilter
from controller.tool_filter.catalogue import load_catalogue

CATALOGUE = load_catalogue()
RAG = RagFilter()
SMALL = RagFilter(ToolBudget(2000, in_tokens=True))
APPS = sorted({tool.app for tool in CATALOGUE} | set(WINDOW_AREAS))
INSTRUCTIONS = (
    "Put the highest amounts at the top and save the file.",
    "In budget.xlsx, rename the sheet Q1, then mail it",
    "Pause the film; write its length into B4 of the table.",
    "xyzzy",
    "",
    "/home/user/notes.txt: was steht darin?",
)

requests = st.builds(
    FilterRequest,
    st.sampled_from(INSTRUCTIONS),
    st.sampled_from(["", "unheard_of", *APPS]),
    st.frozensets(st.sampled_from(APPS), max_size=4),
)
rags = st.sampled_from([RAG, SMALL])


def names(tools: list[Tool]) -> list[str]:
    return [tool.name for tool in tools]


@pytest.mark.parametrize(
    ("instruction", "active", "needed"),
    [
        ("Get my last closed tab back", "google_chrome", "osworld_mcp_google_chrome.bring_back_last_tab"),
        ("Turn the volume down", "libreoffice_calc", "osworld_mcp_os.set_volume"),
        ("Read ~/plan.txt to me", "vlc", "filesystem_read_text_file"),
        ("Commit my work in the repository", "google_chrome", "git_commit"),
        (
            "Give slide 2 a grey backdrop",
            "libreoffice_writer",
            "osworld_mcp_libreoffice_impress.set_slide_background",
        ),
    ],
)
def test_what_the_instruction_speaks_of_is_found_whatever_is_active(
    instruction: str, active: str, needed: str
) -> None:
    assert needed in names(RAG.choose(CATALOGUE, FilterRequest(instruction, active, frozenset({active}))))


@given(st.sampled_from(CATALOGUE), st.sampled_from(APPS), st.frozensets(st.sampled_from(APPS)))
@settings(deadline=None)
def test_no_window_walls_off_the_tool_that_the_words_name(
    tool: Tool, active: str, others: frozenset[str]
) -> None:
    request = FilterRequest(first_sentence(tool.description), active, others | {active})
    assert tool.name in names(RAG.choose(CATALOGUE, request))


@given(rags, requests, st.data())
@settings(deadline=None)
def test_calling_tools_that_are_shown_changes_nothing(
    rag: RagFilter, request: FilterRequest, data: st.DataObject
) -> None:
    shown = names(rag.choose(CATALOGUE, request))
    used = data.draw(st.lists(st.sampled_from(shown), unique=True, max_size=10))
    later = FilterRequest(request.instruction, request.active_app, request.open_apps, used=tuple(used))
    assert names(rag.choose(CATALOGUE, later)) == shown


@given(requests, st.lists(st.tuples(st.sampled_from(APPS), st.text(max_size=30)), max_size=4))
@settings(deadline=None)
def test_titles_that_name_no_file_of_the_instruction_change_nothing(
    request: FilterRequest, titles: list[tuple[str, str]]
) -> None:
    harmless = tuple((app, title.replace(".", " ")) for app, title in titles)
    later = FilterRequest(request.instruction, request.active_app, request.open_apps, harmless)
    assert RAG.rank(CATALOGUE, later) == RAG.rank(CATALOGUE, request)


@given(requests, st.sampled_from(CATALOGUE))
@settings(deadline=None)
def test_a_tool_in_use_stays_when_the_situation_changes(request: FilterRequest, tool: Tool) -> None:
    later = FilterRequest(request.instruction, request.active_app, request.open_apps, used=(tool.name,))
    assert tool.name in names(RAG.choose(CATALOGUE, later))


@given(requests, st.integers(1, 200), st.booleans())
@settings(deadline=None)
def test_the_budget_is_kept_and_used(request: FilterRequest, limit: int, in_tokens: bool) -> None:
    chosen = RagFilter(ToolBudget(limit * (100 if in_tokens else 1), in_tokens)).choose(CATALOGUE, request)
    if not in_tokens:
        assert len(chosen) == min(limit, len(CATALOGUE))
        return
    left = limit * 100 - sum(map(token_count, chosen))
    assert left >= 0
    assert all(token_count(tool) > left for tool in CATALOGUE if tool not in chosen)


def test_a_document_that_the_instruction_names_speaks_for_its_application() -> None:
    both = frozenset({"libreoffice_calc", "libreoffice_writer"})
    titles = (("libreoffice_writer", "plan.v2.docx — Writer"), ("libreoffice_calc", "sums.ods - Calc"))

    def first(instruction: str) -> str:
        return RAG.rank(CATALOGUE, FilterRequest(instruction, "terminal", both, titles))[0].app

    assert first("Save PLAN.V2.docx") == "libreoffice_writer"
    assert first("Save sums.ods") == "libreoffice_calc"


def test_a_path_speaks_for_the_file_tools() -> None:
    found = names(
        RAG.choose(CATALOGUE, FilterRequest("Use what is in /srv/data for the chart", "libreoffice_calc"))
    )
    assert "filesystem_list_directory" in found


def test_a_named_file_that_no_window_shows_speaks_for_the_file_tools() -> None:
    def rank(title: str) -> int:
        request = FilterRequest(
            "Set up the editor as RULES.md asks", "code", frozenset({"code"}), (("code", title),)
        )
        return names(RAG.rank(CATALOGUE, request)).index("filesystem_read_text_file")

    assert rank("notes") < rank("RULES.md - notes")


def test_an_instruction_without_a_known_word_still_gets_tools() -> None:
    assert len(RAG.choose(CATALOGUE, FilterRequest("xyzzy", "vlc"))) == ToolBudget().limit


def test_a_small_catalogue_is_shown_whole() -> None:
    assert RAG.choose(CATALOGUE[:5], FilterRequest("anything")) == CATALOGUE[:5]
    assert RAG.choose([], FilterRequest("anything")) == []


def test_the_index_follows_the_catalogue() -> None:
    rag = RagFilter(ToolBudget(1))
    assert rag.choose(CATALOGUE, FilterRequest("turn the volume down")) != []
    vlc = [tool for tool in CATALOGUE if tool.app == "vlc"]
    assert names(rag.choose(vlc, FilterRequest("fullscreen"))) == ["osworld_mcp_vlc.toggle_fullscreen"]


def test_a_search_finds_only_what_answers_to_the_words() -> None:
    found = names(RAG.search(CATALOGUE, "bookmark"))
    assert found[0].startswith("osworld_mcp_google_chrome.") and 1 < len(found) < 20
    assert RAG.search(CATALOGUE, "xyzzy") == []
