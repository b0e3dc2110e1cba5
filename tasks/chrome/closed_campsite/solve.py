from testbed.actions import Action, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

HOLIDAY = "/home/user/Documents/holiday"
BACK = ToolCall(name="osworld_mcp_google_chrome.bring_back_last_tab")
REOPEN = Key(keys=("ctrl", "shift", "t"))


def mcp() -> Solution:
    """Bring two tabs back, and close the one that is not wanted: no tool closes a tab."""
    yield from bring_two_back(BACK)
    yield from close_hostel()


def gui() -> Solution:
    yield from bring_two_back(REOPEN)
    yield from close_hostel()


def also_by_its_address(_guest: Guest) -> Solution:
    """Alt+Return in the address bar opens the address in a new tab."""
    yield Key(keys=("ctrl", "l"))
    yield TypeText(text=f"file://{HOLIDAY}/campsite.html")
    yield from act_until(Key(keys=("alt", "Return")), in_front("Campsite at the lake"))


def wrong_last_one(_guest: Guest) -> Solution:
    yield BACK


def wrong_all_three(_guest: Guest) -> Solution:
    yield from bring_two_back(BACK)
    yield BACK


def wrong_campsite_in_the_hills(_guest: Guest) -> Solution:
    arguments = {"url": f"{HOLIDAY}/campsite-hills.html"}
    yield ToolCall(name="osworld_mcp_google_chrome.chrome_open_tabs_setup", arguments=arguments)


def wrong_hostel_left_open(_guest: Guest) -> Solution:
    yield from bring_two_back(BACK)


def bring_two_back(action: Action) -> Solution:
    yield from act_until(action, in_front("Hostel"))
    yield from act_until(action, in_front("Campsite at the lake"))


def close_hostel() -> Solution:
    """It is beside the campsite, as before."""
    yield from act_until(Key(keys=("ctrl", "Page_Down")), in_front("Hostel"))
    yield from act_until(Key(keys=("ctrl", "w")), lambda seen: not in_front("Hostel")(seen))
