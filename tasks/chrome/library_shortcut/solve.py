from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

ADDRESS = "http://127.0.0.1:8765/find?branch=all&words=%s"
SETTINGS = ToolCall(name="osworld_mcp_google_chrome.open_search_engine_settings")
ENGINES = "chrome://settings/searchEngines\n"
TAB = Key(keys=("Tab",))


def mcp() -> Solution:
    """Search once for the form of the address; the rest is done by keyboard, no tool adds a site search."""
    yield from search_once()
    yield from act_until(SETTINGS, in_front("Settings"))
    yield from open_engines()
    yield from add(ADDRESS)


def gui() -> Solution:
    yield from search_once()
    yield from act_until(Key(keys=("ctrl", "t")), in_front("New Tab"))
    yield from open_engines()
    yield from add(ADDRESS)


def wrong_branch_left_out(_guest: Guest) -> Solution:
    yield from act_until(Key(keys=("ctrl", "t")), in_front("New Tab"))
    yield from open_engines()
    yield from add("http://127.0.0.1:8765/find?words=%s")


def wrong_old_catalogue(_guest: Guest) -> Solution:
    yield from act_until(Key(keys=("ctrl", "t")), in_front("New Tab"))
    yield from open_engines()
    yield from add("http://127.0.0.1:8765/cards?word=%s")


def wrong_page_alone(_guest: Guest) -> Solution:
    yield from act_until(Key(keys=("ctrl", "t")), in_front("New Tab"))
    yield from open_engines()
    yield from add("http://127.0.0.1:8765/find?branch=all&words=lib")


def wrong_other_shortcut(_guest: Guest) -> Solution:
    yield from act_until(Key(keys=("ctrl", "t")), in_front("New Tab"))
    yield from open_engines()
    yield from add(ADDRESS, shortcut="library")


def search_once() -> Solution:
    """The address of what was found shows how the catalogue searches."""
    yield Key(keys=("ctrl", "l"))
    yield Key(keys=("F6",), repeat=2)
    yield TAB
    yield from act_until(TypeText(text="owls\n"), in_front("Found"))


def open_engines() -> Solution:
    yield Key(keys=("ctrl", "l"))
    yield from act_until(TypeText(text=ENGINES), in_front("Settings - Manage search engines"))


def add(address: str, *, shortcut: str = "lib") -> Solution:
    """Behind the list of search engines is the button that adds a site search."""
    yield Key(keys=("Tab",), repeat=22)
    yield Key(keys=("Return",))
    for value in ("Library", shortcut, address):
        yield TypeText(text=f"{value}\t")
    yield TAB
    yield Key(keys=("Return",))
