"""VS Code's tools for finding and replacing text: in the open file, or in all files of the workspace."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, Field

from mcp_tools.code_page import SEARCH_SECONDS, CodePage, open_page
from mcp_tools.code_window import APP, CodeWindow, active_window
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool

FILES_LISTED = 50
LINES_LISTED = 20
TEXT_LIMIT = 10_000
REPLACEMENT_LIMIT = 100_000
_COUNTED = re.compile(r"[\d.,]+ results? in|No results found")
_UNUSABLE = re.compile(r"[\x00\ud800-\udfff]")

SearchText = Annotated[str, Field(description="Literal text, case ignored.", min_length=1)]
AllFiles = Annotated[
    bool, Field(description="In all files of the workspace, not just the one in the editor.")
]


class FileMatches(BaseModel):
    """Matches in one file; lines count from 1, only the first are listed."""

    file: str
    matches: int
    lines: list[int]


class Found(BaseModel):
    """Where the text was found; `files_left_out` more files have matches."""

    matches: int
    files: list[FileMatches]
    files_left_out: int = 0


class Replaced(BaseModel):
    """What was replaced. `unsaved`: it is only in the editor yet; auto save or ctrl+s saves it."""

    replacements: int
    files: list[str]
    files_left_out: int = 0
    unsaved: bool


@tool("osworld_mcp_code.search_text", app=APP, idempotent=True, seconds=60)
def search_text(text: SearchText, all_files: AllFiles = False) -> Found:
    """Search for text in VS Code, in its search panel or the editor's find widget; returns the matches."""
    _refuse_text(text, "text", TEXT_LIMIT)
    window = active_window()
    with open_page(window) as page:
        page.refuse_dialog()
        if all_files:
            _search_workspace(window, page, text)
            return Found.model_validate(
                window.call("found_in_files", SEARCH_SECONDS, files=FILES_LISTED, lines=LINES_LISTED)
            )
        matches = FileMatches.model_validate(window.call("find", text=text, lines=LINES_LISTED))
        page.shows_in_find_widget(text)
        return Found(matches=matches.matches, files=[matches] if matches.matches else [])


@tool("osworld_mcp_code.replace_text", app=APP, destructive=True, seconds=60)
def replace_text(
    search_text: SearchText,
    replace_text: Annotated[str, Field(description="The new text; empty to delete.")],
    all_files: AllFiles = False,
) -> Replaced:
    """Replace every occurrence of a text in VS Code, in its search panel or the editor's find widget.

    With all_files the files are saved too; in the editor auto save or ctrl+s does it.
    """
    _refuse_text(search_text, "search_text", TEXT_LIMIT)
    _refuse_text(replace_text, "replace_text", REPLACEMENT_LIMIT)
    window = active_window()
    with open_page(window) as page:
        page.refuse_dialog()
        if all_files:
            return _replace_in_workspace(window, page, search_text, replace_text)
        replaced = window.call("replace", SEARCH_SECONDS, text=search_text, replacement=replace_text)
    if not replaced["matches"]:
        raise ToolError(f"{replaced['file']} does not contain {shorten(search_text)}; nothing was replaced")
    if not replaced["as_expected"]:
        raise ToolError(
            f"VS Code changed {replaced['file']} otherwise than expected; look at the screen, undo with ctrl+z"
        )
    return Replaced(replacements=replaced["matches"], files=[replaced["file"]], unsaved=replaced["dirty"])


def _replace_in_workspace(window: CodeWindow, page: CodePage, text: str, replacement: str) -> Replaced:
    _search_workspace(window, page, text, replacement)
    replaced = window.call("replace_in_files", SEARCH_SECONDS, text=text, replacement=replacement)
    files = replaced["files"]
    if not files:
        raise ToolError(f"no file of the workspace contains {shorten(text)}; nothing was replaced")
    return Replaced(
        replacements=replaced["matches"],
        files=files[:FILES_LISTED],
        files_left_out=max(0, len(files) - FILES_LISTED),
        unsaved=False,
    )


def _search_workspace(window: CodeWindow, page: CodePage, text: str, replacement: str | None = None) -> None:
    """Let the search view search. Raises ToolError when it finds fewer matches than there are."""
    if not window.state.folders:
        raise ToolError(
            "the VS Code window has no folder open; add one with osworld_mcp_code.add_folder, "
            "or search the file in the editor with all_files=false"
        )
    window.call("find_in_files", text=text, replacement=replacement)
    message = page.search_finished()
    if "only contains a subset" in message:
        raise ToolError(
            "there are more matches than VS Code lists (search.maxResults); search for a longer text or open a "
            "smaller folder"
        )
    if not _COUNTED.match(message):
        raise ToolError(
            f"VS Code's search failed: {shorten(message)}. Check the patterns of the settings files.exclude and "
            "search.exclude"
        )


def _refuse_text(text: str, name: str, limit: int) -> None:
    if len(text) > limit:
        raise ToolError(f"{name} has {len(text):,} characters, more than {limit:,}; give a shorter text")
    if _UNUSABLE.search(text):
        raise ToolError(f"{name} {shorten(text)} has a NUL or half a character, which no text file has")
