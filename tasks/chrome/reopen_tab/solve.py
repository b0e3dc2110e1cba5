from testbed.actions import Key, ToolCall
from testbed.tasks import Guest, Solution

TRIP = "/home/user/Documents/trip"


def mcp() -> Solution:
    yield ToolCall(name="osworld_mcp_google_chrome.bring_back_last_tab")


def gui() -> Solution:
    yield Key(keys=("ctrl", "shift", "t"))


def wrong_similar_page(guest: Guest) -> Solution:
    yield open_page("museum-shop.html")


def wrong_in_place_of_another_tab(guest: Guest) -> Solution:
    yield from mcp()
    yield Key(keys=("ctrl", "1"))
    yield Key(keys=("ctrl", "w"))


def wrong_empty_tab(guest: Guest) -> Solution:
    yield Key(keys=("ctrl", "t"))


def wrong_brought_back_twice(guest: Guest) -> Solution:
    yield from mcp()
    yield open_page("museum.html")


def open_page(name: str) -> ToolCall:
    return ToolCall(
        name="osworld_mcp_google_chrome.chrome_open_tabs_setup", arguments={"url": f"{TRIP}/{name}"}
    )
