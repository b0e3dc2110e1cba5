"""Calls sent side by side to one application all take effect: each waits for its turn and reads back its own."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from checkers.vscode import SETTINGS
from controller.core.guest import HOME
from tests.guest.tools import vlc
from tests.guest.tools.calls import Tools
from tests.guest.tools.chrome import Chrome
from tests.guest.tools.vscode import FOLDER, Code

pytestmark = pytest.mark.guest

CALLS = 40
NUMBERS = range(1, CALLS + 1)


def call_all(tools: Tools, calls: Sequence[tuple[str, dict[str, object]]]) -> list[str]:
    """Send all calls at the same time; returns the texts of the errors."""
    with ThreadPoolExecutor(len(calls)) as pool:
        results = list(pool.map(lambda call: tools.guest.call_tool(*call), calls))
    return [result.text for result in results if result.is_error]


def test_forty_edits_of_one_file(tools: Tools) -> None:
    path = f"{HOME}/numbers.txt"
    tools.guest.write_file(path, "".join(f"<{number}>\n" for number in NUMBERS).encode())
    edits = [[{"oldText": f"<{number}>", "newText": f"{number}"}] for number in NUMBERS]
    assert call_all(tools, [("filesystem_edit_file", {"path": path, "edits": edit}) for edit in edits]) == []
    assert tools.guest.read_file(path).decode() == "".join(f"{number}\n" for number in NUMBERS)


def test_forty_branches_and_files_of_one_repository(tools: Tools) -> None:
    repo = f"{HOME}/repository"
    tools.call("git_init", repo_path=repo)
    for number in range(CALLS // 2 + 1):
        tools.guest.write_file(f"{repo}/{number}.txt", b"x\n")
    tools.call("git_add", repo_path=repo, files=["0.txt"])
    tools.call("git_commit", repo_path=repo, message="first")
    calls: list[tuple[str, dict[str, object]]] = []
    for number in range(1, CALLS // 2 + 1):
        calls.append(("git_create_branch", {"repo_path": repo, "branch_name": f"branch-{number}"}))
        calls.append(("git_add", {"repo_path": repo, "files": [f"{number}.txt"]}))
    assert call_all(tools, calls) == []
    git = ["git", "-C", repo]
    staged = tools.guest.run([*git, "diff", "--cached", "--name-only"], as_user=True).text.split()
    branches = tools.guest.run([*git, "for-each-ref", "refs/heads/branch-*"], as_user=True).text.splitlines()
    assert (len(staged), len(branches)) == (CALLS // 2, CALLS // 2)


def test_forty_items_of_a_playlist(tools: Tools) -> None:
    clip, *_ = vlc.write_clips(tools)
    vlc.start_playing(tools, clip)
    streams = [f"http://127.0.0.1:9/{number}.mp4" for number in NUMBERS]
    assert call_all(tools, [(f"{vlc.VLC}.add_to_playlist", {"uri": uri}) for uri in streams]) == []
    items = tools.data(f"{vlc.VLC}.get_playlist")["items"]
    vlc.close(tools)
    assert sorted(item["uri"] for item in items[1:]) == sorted(streams)


def test_forty_patterns_in_the_settings(tools: Tools) -> None:
    code = Code(tools)
    tools.guest.write_file(SETTINGS, b"{}")
    code.write("one/a.txt", "a\n")
    code.launch(f"{FOLDER}/one")
    patterns = [f"**/hidden-{number}" for number in NUMBERS]
    calls = [("osworld_mcp_code.add_files_exclude", {"pattern": pattern}) for pattern in patterns]
    assert call_all(tools, calls) == []
    excluded = code.settings["files.exclude"]
    code.quit()
    assert {pattern for pattern in excluded if "hidden" in pattern} == set(patterns)


def test_twelve_pages_in_the_browser(tools: Tools) -> None:
    chrome = Chrome(tools)
    paths = [chrome.page(f"page-{number}") for number in range(12)]
    calls = [("osworld_mcp_google_chrome.chrome_open_tabs_setup", {"url": path}) for path in paths]
    assert call_all(tools, calls) == []
    urls = chrome.urls
    chrome.quit()
    assert urls == sorted(f"file://{path}" for path in paths)
