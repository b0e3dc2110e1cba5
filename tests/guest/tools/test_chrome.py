"""Chrome's tools on a real guest."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import unquote

import pytest

from tests.guest.tools.calls import Tools
from tests.guest.tools.chrome import FOLDER, Chrome, effect, error
from tests.pictures import difference

pytestmark = pytest.mark.guest

SETTINGS_PAGES = {
    "open_appearance_settings": "chrome://settings/appearance",
    "open_bookmarks": "chrome://bookmarks/",
    "open_extensions": "chrome://extensions/",
    "open_password_settings": "chrome://settings/autofill",
    "open_privacy_settings": "chrome://settings/privacy",
    "open_profile_settings": "chrome://settings/people",
    "open_search_engine_settings": "chrome://settings/search",
    "delete_browsing_data": "chrome://settings/clearBrowserData",
}
NEEDS_BROWSER = (*SETTINGS_PAGES, "bookmark_page", "bring_back_last_tab", "print")
PYTHON = "/opt/testbed/venv/bin/python"
IN_BOOKMARK_MANAGER = """
import sys
sys.path.insert(0, "/opt/testbed")
from mcp_tools.devtools import open_browser
with open_browser(9222) as browser:
    manager = next(target for target in browser.targets() if target.url == "chrome://bookmarks/")
    with browser.attach(manager) as session:
        session.evaluate(sys.argv[1])
"""
REMOVE_ALL = """(async () => {
  for (const { id } of await chrome.bookmarks.search({})) await chrome.bookmarks.remove(id);
})()"""
CREATE_OTHERS = """(async () => {
  for (let number = 0; number < 6; number++) {
    await chrome.bookmarks.create({ title: "Other", url: `http://127.0.0.1/${number}` });
    await new Promise((go) => setTimeout(go, 20));
  }
})()"""
DOWNLOADING = {
    "script": "<script>location = 'data.zip'</script>",
    "frame": "<iframe src=data.zip></iframe>",
    "link": "<a href=data.zip download>x</a><script>document.querySelector('a').click()</script>",
}
"""Pages that download a file while they load."""
DOWNLOADED = "/home/user/Downloads/data.zip"
CAT = ["cat", DOWNLOADED]
ODD_NAME = 'it\'s "odd" & <ünï> 名前#1?\n2'


@pytest.fixture(scope="module")
def chrome(tools: Tools) -> Iterator[Chrome]:
    """The browser with one page open. Before it was started its tools have refused."""
    chrome = Chrome(tools)
    chrome.refusals = {name: chrome.refusal(name) for name in NEEDS_BROWSER}
    yield chrome
    chrome.quit()


@pytest.fixture
def one(chrome: Chrome) -> str:
    """The address of a page in the browser's only tab."""
    chrome.quit()
    path = chrome.page("one")
    chrome.call("chrome_open_tabs_setup", url=path)
    return f"file://{path}"


def open_manager_behind(chrome: Chrome) -> None:
    """Open the bookmark manager in a tab behind the first one."""
    chrome.call("open_bookmarks")
    chrome.key("ctrl", "1")
    chrome.wait_until(lambda: chrome.front_title.startswith("Page one"))


def change_bookmarks(chrome: Chrome, expression: str) -> None:
    """Evaluate an expression in the open bookmark manager."""
    chrome.guest.run([PYTHON, "-c", IN_BOOKMARK_MANAGER, expression], as_user=True)


def print_dialogs(chrome: Chrome) -> list[str]:
    return [url for url in chrome.targets if url.startswith("chrome://print/")]


@pytest.mark.core
@error(*NEEDS_BROWSER)
def test_a_closed_browser_is_named_with_the_tool_that_opens_it(chrome: Chrome) -> None:
    for name, refusal in chrome.refusals.items():
        assert "osworld_mcp_google_chrome.chrome_open_tabs_setup" in refusal, name


@pytest.mark.core
@effect("chrome_open_tabs_setup")
def test_a_page_opens_in_a_tab_of_its_own(chrome: Chrome, one: str) -> None:
    assert chrome.urls == [one]
    two = chrome.page("two")
    opened = {"url": f"file://{two}", "title": "Page two", "note": ""}
    assert chrome.data("chrome_open_tabs_setup", url=two) == opened
    assert chrome.urls == [one, f"file://{two}"]
    chrome.wait_until(lambda: chrome.front_title.startswith("Page two"))


@effect("chrome_open_tabs_setup")
def test_a_file_with_an_odd_name_opens(chrome: Chrome, one: str) -> None:
    path = chrome.page(ODD_NAME, title="Odd — 名前")
    opened = chrome.data("chrome_open_tabs_setup", url=path)
    assert opened["title"] == "Odd — 名前"
    assert unquote(opened["url"]) == f"file://{path}"
    assert opened["url"] in chrome.urls
    chrome.wait_until(lambda: chrome.front_title.startswith("Odd — 名前"))


@pytest.mark.core
@error("chrome_open_tabs_setup")
@pytest.mark.parametrize(
    ("url", "reason"),
    [
        (f"{FOLDER}/none.html", "ERR_FILE_NOT_FOUND"),
        ("http://127.0.0.1:8099/", "ERR_CONNECTION_REFUSED"),
        ("http://nosuch.test/", "ERR_NAME_NOT_RESOLVED"),
        ("javascript:alert(1)", "javascript:"),
        (" ", "give an address"),
        ("http://", "names no host"),
        ("http://[", "is no address"),
        ("mailto:a@example.test", "mailto:"),
        ("chrome://quit", "no page of the browser"),
        ("http://127.0.0.1/" + "x" * 1_000_000, "longer than 8,000"),
        (f"{FOLDER}/data.zip", "file to download"),
        (f"{FOLDER}/busy.html", "hangs"),
    ],
    ids=lambda value: value[:30],
)
def test_what_cannot_be_opened_is_an_error_and_leaves_the_tabs(chrome: Chrome, url: str, reason: str) -> None:
    one = f"file://{chrome.page('one')}"
    chrome.guest.write_file(f"{FOLDER}/data.zip", bytes(range(256)))
    chrome.page("busy", "<script>for (;;);</script>")
    if one not in chrome.urls:
        chrome.call("chrome_open_tabs_setup", url=one)
    before = chrome.urls, chrome.front_title
    refusal = chrome.refusal("chrome_open_tabs_setup", url=url)
    assert reason in refusal and len(refusal) < 300
    assert (chrome.urls, chrome.front_title) == before
    assert not chrome.guest.run(["find", "/home/user/Downloads", "-name", "data*"]).text


@effect("chrome_open_tabs_setup")
def test_what_a_page_downloads_while_it_loads_arrives(chrome: Chrome, one: str) -> None:
    chrome.guest.write_file(f"{FOLDER}/data.zip", bytes(range(256)))
    for name, body in DOWNLOADING.items():
        chrome.guest.run(["rm", "-f", DOWNLOADED])
        url = f"file://{chrome.page(name, body)}"
        assert chrome.data("chrome_open_tabs_setup", url=url)["url"] == url
        chrome.wait_until(lambda: chrome.guest.run(CAT, check=False).stdout == bytes(range(256)))
    chrome.guest.run(["rm", DOWNLOADED])


@error("chrome_open_tabs_setup")
def test_a_browser_that_was_started_in_vain_is_closed_again(chrome: Chrome) -> None:
    chrome.quit()
    assert "ERR_" in chrome.refusal("chrome_open_tabs_setup", url="http://127.0.0.1:8099/")
    chrome.wait_until(lambda: not chrome.urls and not chrome.front_title)


@effect("chrome_open_tabs_setup")
def test_an_empty_tab_is_used_and_stays_when_nothing_comes(chrome: Chrome, one: str) -> None:
    chrome.key("ctrl", "t")
    chrome.wait_until(lambda: any(url.startswith("chrome://new-tab-page") for url in chrome.urls))
    before = chrome.urls
    chrome.refusal("chrome_open_tabs_setup", url="http://127.0.0.1:8099/")
    assert chrome.urls == before and chrome.front_title.startswith("New Tab")
    two = f"file://{chrome.page('two')}"
    chrome.call("chrome_open_tabs_setup", url=two)
    assert chrome.urls == [one, two]


@effect("chrome_open_tabs_setup")
@error("bookmark_page", "print")
def test_a_page_that_hangs_stops_no_tool_but_those_that_need_it(chrome: Chrome, one: str) -> None:
    late = chrome.page("late", "<script>onclick = () => { for (;;); }</script>" + "<p>text</p>" * 40)
    chrome.call("chrome_open_tabs_setup", url=late)
    chrome.guest.call_tool("computer.click", {"x": 640, "y": 400})
    for name in ("bookmark_page", "print"):
        assert "does not answer" in chrome.refusal(name)
    assert chrome.data("open_bookmarks")["url"] == "chrome://bookmarks/"
    assert chrome.urls == ["chrome://bookmarks/", f"file://{late}", one]


@effect("chrome_open_tabs_setup")
def test_a_long_title_is_cut_in_the_answer(chrome: Chrome, one: str) -> None:
    long = chrome.page("long", title="L" * 3000)
    assert len(chrome.call("chrome_open_tabs_setup", url=long).text) < 600
    assert len(chrome.call("print").text) < 600


@effect("open_privacy_settings")
def test_settings_open_beside_a_private_window(chrome: Chrome, one: str) -> None:
    chrome.key("ctrl", "shift", "n")
    chrome.wait_until(lambda: "Incognito" in chrome.front_title)
    chrome.call("open_privacy_settings")
    chrome.wait_until(lambda: chrome.front_title.startswith("Settings"))
    assert "chrome://newtab/" in chrome.urls


@error("bookmark_page", "print", "bring_back_last_tab")
def test_the_browsers_own_dialog_is_named(chrome: Chrome, one: str) -> None:
    chrome.key("ctrl", "o")
    chrome.wait_until(lambda: chrome.front_title == "Open File")
    for name in ("bookmark_page", "print", "bring_back_last_tab"):
        assert "'Open File'" in chrome.refusal(name), name
    assert chrome.front_title == "Open File"
    chrome.key("Escape")


@pytest.mark.core
@effect("bookmark_page")
def test_the_front_page_is_bookmarked_once(chrome: Chrome, one: str) -> None:
    chrome.call("chrome_open_tabs_setup", url=chrome.page("two"))
    done, again = (result.structured or {} for result in chrome.call_twice("bookmark_page"))
    assert (done["url"], done["name"]) == (f"file://{FOLDER}/two.html", "Page two")
    assert {"already" in each["note"] for each in (done, again)} == {True, False}
    chrome.key("Return")
    stored = chrome.stored_bookmarks()
    assert [(bookmark.url, bookmark.name) for bookmark in stored] == [(done["url"], "Page two")]


@effect("bookmark_page")
def test_a_bookmark_that_was_just_removed_is_made_again(chrome: Chrome, one: str) -> None:
    open_manager_behind(chrome)
    chrome.call("bookmark_page")
    chrome.key("Return")
    change_bookmarks(chrome, REMOVE_ALL)
    assert "already" not in chrome.data("bookmark_page")["note"]
    chrome.key("Return")
    assert [bookmark.url for bookmark in chrome.stored_bookmarks()] == [one]


@effect("bookmark_page")
def test_of_two_new_bookmarks_that_of_the_page_is_named(chrome: Chrome, one: str) -> None:
    open_manager_behind(chrome)
    change_bookmarks(chrome, REMOVE_ALL)
    with ThreadPoolExecutor(1) as pool:
        others = pool.submit(change_bookmarks, chrome, CREATE_OTHERS)
        assert chrome.data("bookmark_page")["name"] == "Page one"
        others.result()
    chrome.key("Return")


@effect("bookmark_page", "open_appearance_settings")
def test_the_profile_in_front_has_bookmarks_and_settings_of_its_own(chrome: Chrome, one: str) -> None:
    settings = "chrome://settings/appearance"
    open_manager_behind(chrome)
    change_bookmarks(chrome, REMOVE_ALL)
    chrome.call("bookmark_page")
    chrome.key("Return")
    chrome.call("open_appearance_settings")
    two = f"file://{chrome.page('two')}"
    chrome.guest.run(["testbed-open", "google_chrome", "--profile-directory=Other", one, two], as_user=True)
    for key, url, title in (("9", two, "Page two"), ("1", one, "Page one")):
        chrome.wait_until(lambda: two in chrome.urls)
        chrome.key("ctrl", key)
        chrome.wait_until(lambda title=title: chrome.front_title.startswith(title))  # type: ignore[misc]
        done = chrome.data("bookmark_page")
        assert (done["url"], "already" in done["note"]) == (url, False)
        chrome.key("Return")
    chrome.call("open_appearance_settings")
    assert chrome.urls.count(settings) == 2
    assert [bookmark.url for bookmark in chrome.stored_bookmarks()] == [one]


@effect("bookmark_page", "print")
@pytest.mark.parametrize("windows", [1, 2])
def test_titles_from_right_to_left(chrome: Chrome, one: str, windows: int) -> None:
    """The browser puts marks of direction around such titles, in its windows but not in its tabs."""
    behind = chrome.page("behind", title="שלום לכולם")
    chrome.call("chrome_open_tabs_setup", url=behind)
    if windows == 2:
        chrome.key("ctrl", "n")
        chrome.wait_until(lambda: "New Tab" in chrome.front_title)
    front = chrome.page("front", title="مرحبا بالعالم")
    assert chrome.data("chrome_open_tabs_setup", url=front)["title"] == "مرحبا بالعالم"
    done = chrome.data("bookmark_page")
    assert done["url"] == f"file://{front}"
    chrome.key("Return")
    assert chrome.data("print")["url"] == f"file://{front}"
    chrome.key("Escape")


@effect("chrome_open_tabs_setup")
def test_a_page_that_leads_on_at_once_has_an_address(chrome: Chrome, one: str) -> None:
    target = chrome.page("target")
    first = chrome.page("first", f"<meta http-equiv=refresh content='0; url=file://{target}'>")
    opened = chrome.data("chrome_open_tabs_setup", url=first)
    assert opened["url"] in (f"file://{first}", f"file://{target}")
    assert opened["title"]


@effect("bring_back_last_tab")
def test_the_tab_closed_last_comes_back(chrome: Chrome, one: str) -> None:
    two = f"file://{chrome.page('two')}"
    chrome.call("chrome_open_tabs_setup", url=two)
    chrome.key("ctrl", "w")
    chrome.wait_until(lambda: chrome.urls == [one])
    assert chrome.data("bring_back_last_tab")["tabs"] == [{"url": two, "title": "Page two"}]
    assert chrome.urls == [one, two]


@error("bring_back_last_tab")
def test_nothing_to_bring_back_is_an_error(chrome: Chrome, one: str) -> None:
    chrome.quit()
    chrome.guest.run(["rm", "-rf", "/home/user/.config/chromium-testbed"])
    chrome.call("chrome_open_tabs_setup", url=one)
    assert "remembers no closed tab" in chrome.refusal("bring_back_last_tab")


@effect("print")
def test_the_print_dialog_opens(chrome: Chrome, one: str) -> None:
    for result in chrome.call_twice("print"):
        assert result.structured == {"url": one, "title": "Page one"}
    assert len(print_dialogs(chrome)) == 1
    alike = f"file://{chrome.page('alike', title='Page one')}"
    chrome.call("chrome_open_tabs_setup", url=alike)
    assert chrome.data("print")["url"] == alike
    assert len(print_dialogs(chrome)) == 2
    chrome.key("Escape")
    chrome.wait_until(lambda: len(print_dialogs(chrome)) == 1)


@effect(*SETTINGS_PAGES)
def test_settings_pages_open_in_front_and_only_once(chrome: Chrome, one: str) -> None:
    for number, (tool, url) in enumerate(SETTINGS_PAGES.items(), 2):
        title = chrome.data(tool)["title"]
        assert url in chrome.urls
        chrome.wait_until(lambda title=title: chrome.front_title.startswith(title))  # type: ignore[misc]
        assert chrome.data(tool)["url"] == url
        assert len(chrome.urls) == number


@effect("delete_browsing_data")
def test_the_dialog_is_open_and_nothing_is_deleted(chrome: Chrome, one: str) -> None:
    chrome.call("delete_browsing_data")
    shot = chrome.guest.call_tool("computer.screenshot").images[0]
    chrome.key("Escape")
    assert difference(chrome.guest.call_tool("computer.screenshot").images[0], shot) is not None


@error("bookmark_page", "print")
def test_a_dialog_of_the_page_is_reported(chrome: Chrome, one: str) -> None:
    path = chrome.page("alert", "<script>onclick = () => alert('Hello')</script>" + "<p>text</p>" * 40)
    chrome.call("chrome_open_tabs_setup", url=path)
    chrome.guest.call_tool("computer.click", {"x": 640, "y": 400})
    for name in ("bookmark_page", "print"):
        assert "dialog" in chrome.refusal(name), name
    assert chrome.data("open_bookmarks")["url"] == "chrome://bookmarks/"
