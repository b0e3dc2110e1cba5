from testbed.actions import Key, ToolCall, TypeText, Wait
from testbed.tasks import Guest, Solution

HANDBOOK = "/home/user/Documents/handbook"


def mcp() -> Solution:
    yield open_tab("travel.html")
    yield ToolCall(name="osworld_mcp_google_chrome.bookmark_page")


def gui() -> Solution:
    """Alt+Return in the address bar opens the address in a new tab."""
    yield Key(keys=("ctrl", "l"))
    yield TypeText(text=f"file://{HANDBOOK}/travel.html")
    seen = yield Key(keys=("alt", "Return"))
    while not (seen.active_window and seen.active_window.title.startswith("Travel")):
        seen = yield Wait(seconds=1)
    yield Key(keys=("ctrl", "d"))
    yield Wait(seconds=1)
    yield Key(keys=("Return",))


def wrong_page_only_opened(guest: Guest) -> Solution:
    yield open_tab("travel.html")


def wrong_first_page_bookmarked(guest: Guest) -> Solution:
    yield ToolCall(name="osworld_mcp_google_chrome.bookmark_page")
    yield Key(keys=("Return",))
    yield open_tab("travel.html")


def wrong_both_bookmarked(guest: Guest) -> Solution:
    yield from wrong_first_page_bookmarked(guest)
    yield ToolCall(name="osworld_mcp_google_chrome.bookmark_page")


def wrong_other_page(guest: Guest) -> Solution:
    yield open_tab("leave.html")
    yield ToolCall(name="osworld_mcp_google_chrome.bookmark_page")


def open_tab(page: str) -> ToolCall:
    return ToolCall(
        name="osworld_mcp_google_chrome.chrome_open_tabs_setup", arguments={"url": f"{HANDBOOK}/{page}"}
    )
