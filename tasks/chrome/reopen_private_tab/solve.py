from testbed.actions import Key, Terminate, ToolCall, TypeText
from testbed.tasks import Guest, Solution

FORM = "/home/user/Documents/trip/feedback.html"


def wrong_empty_form_opened(guest: Guest) -> Solution:
    yield open_form()
    yield Terminate(status="success")


def wrong_message_made_up(guest: Guest) -> Solution:
    yield open_form()
    yield Key(keys=("Tab",))
    yield TypeText(text="The trains were late and the coffee was cold.")
    yield Terminate(status="success")


def wrong_tab_lost_while_trying(guest: Guest) -> Solution:
    yield Key(keys=("ctrl", "w"))
    yield Terminate(status="failure")


def open_form() -> ToolCall:
    return ToolCall(name="osworld_mcp_google_chrome.chrome_open_tabs_setup", arguments={"url": FORM})
