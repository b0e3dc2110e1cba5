from testbed.actions import Action, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

SERVICES = "file:///home/user/Documents/parish/services.html"
APPEARANCE = ToolCall(name="osworld_mcp_google_chrome.open_appearance_settings")
TITLE = in_front("Settings - Appearance")
TAB = Key(keys=("Tab",))


def mcp() -> Solution:
    """Open the settings, and change them by keyboard: no tool does."""
    yield from choose(APPEARANCE)


def gui() -> Solution:
    """Look at the second tab for its address, then open the settings in a third."""
    yield from act_until(Key(keys=("ctrl", "2")), in_front("Services"))
    yield from act_until(Key(keys=("ctrl", "t")), in_front("New Tab"))
    yield Key(keys=("ctrl", "l"))
    yield from choose(TypeText(text="chrome://settings/appearance\n"))


def wrong_first_page(_guest: Guest) -> Solution:
    yield from choose(APPEARANCE, address="file:///home/user/Documents/parish/index.html")


def wrong_new_tab_page(_guest: Guest) -> Solution:
    yield from choose(APPEARANCE, address="")


def wrong_bar_forgotten(_guest: Guest) -> Solution:
    yield from choose(APPEARANCE, bar="Only")


def wrong_bar_never(_guest: Guest) -> Solution:
    yield from choose(APPEARANCE, bar="Always hide")


def choose(open_settings: Action, *, address: str = SERVICES, bar: str = "Always show") -> Solution:
    """From the search field to the switch of the home button, its choices and its address, and to the bar's list."""
    yield from act_until(open_settings, TITLE)
    yield Key(keys=("Tab",), repeat=7)
    yield Key(keys=("space",))
    yield TAB
    if address:
        yield Key(keys=("Down",))
        yield TAB
        yield TypeText(text=address)
    yield TAB
    yield TypeText(text=bar)
