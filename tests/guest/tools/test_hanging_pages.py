"""Tools of the browser and of VS Code while a page shows a dialog, runs a script for ever, or is stopped."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.guest.tools.calls import Tools
from tests.guest.tools.chrome import Chrome
from tests.guest.tools.hangs import refusal_in_time, stopped
from tests.guest.tools.vscode import FOLDER, Code

pytestmark = pytest.mark.guest

PARAGRAPHS = "<p>text</p>" * 40
CHROME, CODE = "osworld_mcp_google_chrome.", "osworld_mcp_code."
CALLS: dict[str, dict[str, object]] = {
    "goto_file": {"file_path": f"{FOLDER}/one/one.txt"},
    "add_folder": {"folder": f"{FOLDER}/two"},
    "search_text": {"text": "first"},
    "set_word_wrap_column": {"column": 90},
    "launch_vscode": {"path": f"{FOLDER}/two"},
    "disable_extension": {"extension_id": "some.extension"},
}
LOOP = "const end = Date.now() + 40000; while (Date.now() < end);"


@pytest.fixture(scope="module")
def chrome(tools: Tools) -> Iterator[Chrome]:
    chrome = Chrome(tools)
    yield chrome
    chrome.quit()


@pytest.fixture(scope="module")
def code(tools: Tools) -> Code:
    code = Code(tools)
    for name in ("one", "two"):
        code.write(f"{name}/{name}.txt", "first\nsecond\n")
    code.launch(f"{FOLDER}/one")
    return code


@pytest.mark.parametrize(
    ("script", "cause"),
    [
        ("alert('Hello')", "shows a dialog"),
        ("confirm('Go?')", "shows a dialog"),
        ("for (;;);", "script of its own does not end"),
    ],
    ids=["alert", "confirm", "loop"],
)
def test_a_page_of_the_browser_that_hangs(chrome: Chrome, script: str, cause: str) -> None:
    path = chrome.page("hangs", f"<script>onclick = () => {{ {script} }}</script>{PARAGRAPHS}")
    chrome.call("chrome_open_tabs_setup", url=path)
    chrome.guest.call_tool("computer.click", {"x": 640, "y": 400})
    for name in ("bookmark_page", "print"):
        assert cause in refusal_in_time(chrome.tools, CHROME + name), name
    assert chrome.data("open_bookmarks")["url"] == "chrome://bookmarks/"
    chrome.quit()
    chrome.call("chrome_open_tabs_setup", url=chrome.page("well"))
    assert chrome.data("bookmark_page")["name"] == "Page well"
    chrome.key("Return")


def test_a_browser_that_is_stopped(chrome: Chrome) -> None:
    chrome.call("chrome_open_tabs_setup", url=chrome.page("stopped"))
    with stopped(chrome.guest, "-u", "user", "-f", "chromium.*type=renderer"):
        assert "process is stopped" in refusal_in_time(chrome.tools, f"{CHROME}bookmark_page")
    with stopped(chrome.guest, "-u", "user", "-f", "chromium"):
        assert "browser did not answer" in refusal_in_time(chrome.tools, f"{CHROME}open_bookmarks")
    assert chrome.data("open_bookmarks")["url"] == "chrome://bookmarks/"


@pytest.mark.parametrize("name", CALLS)
def test_vs_code_that_is_stopped(code: Code, name: str) -> None:
    with stopped(code.guest, "-u", "user", "-f", "chromium.*type=renderer"):
        assert "process is stopped" in refusal_in_time(code.tools, CODE + name, **CALLS[name])
    assert code.data("goto_file", file_path=f"{FOLDER}/one/one.txt", line=2)["line"] == 2
    assert code.window.folders == [f"{FOLDER}/one"]


def test_vs_code_that_shows_a_dialog_of_its_page(code: Code) -> None:
    code.in_page("void setTimeout(() => alert('Hello'))")
    for name, arguments in CALLS.items():
        assert "shows a dialog" in refusal_in_time(code.tools, CODE + name, **arguments), name
    code.key("Return")
    assert code.data("goto_file", file_path=f"{FOLDER}/one/one.txt", line=2)["line"] == 2
    assert code.window.folders == [f"{FOLDER}/one"]


def test_vs_code_that_runs_a_script_for_long(code: Code) -> None:
    code.in_page(f"void setTimeout(() => {{ {LOOP} }})")
    refusal = refusal_in_time(code.tools, f"{CODE}goto_file", file_path=f"{FOLDER}/one/one.txt")
    assert "script of its own does not end" in refusal
    place = {"file_path": f"{FOLDER}/one/one.txt", "line": 2}
    code.wait_until(lambda: not code.guest.call_tool(f"{CODE}goto_file", place).is_error, 90)


def test_an_editor_without_a_file_is_named_before_the_folders_change(code: Code) -> None:
    code.key("ctrl", "k")
    code.key("ctrl", "w")
    code.wait_until(lambda: code.window.editor is None)
    code.guest.call_tool("computer.click", {"x": 900, "y": 300, "count": 2})
    code.wait_until(lambda: "Untitled" in str(code.window.groups))
    code.guest.call_tool("computer.type", {"text": "draft"})
    code.wait_until(lambda: any(tab.dirty for group in code.window.groups for tab in group.tabs))
    for name in ("add_folder", "launch_vscode"):
        refusal = refusal_in_time(code.tools, CODE + name, **CALLS[name])
        assert "unsaved changes in draft" in refusal, name
    assert code.window.folders == [f"{FOLDER}/one"]
    assert "draft" in str(code.in_page("document.querySelector('.active .view-lines').textContent"))
    code.key("ctrl", "a")
    code.key("Delete")
    code.wait_until(lambda: not any(tab.dirty for group in code.window.groups for tab in group.tabs))


@pytest.mark.parametrize("name", ["add_folder", "launch_vscode"])
def test_a_page_that_asks_whether_to_leave_it(code: Code, name: str) -> None:
    """As VS Code's does that has changes of which no copy is kept; this one asks always."""
    code.quit()
    code.launch(f"{FOLDER}/one")
    code.in_page("void addEventListener('beforeunload', (event) => event.preventDefault())")
    code.guest.call_tool("computer.click", {"x": 800, "y": 400})  # browsers ask only where somebody was
    refusal = refusal_in_time(code.tools, CODE + name, **CALLS[name])
    assert "asked whether to leave" in refusal
    code.quit()
    code.launch(f"{FOLDER}/one")
    assert code.data("add_folder", folder=f"{FOLDER}/two")["folders"] == [f"{FOLDER}/one", f"{FOLDER}/two"]
