from controller.actions import Key, ToolCall, TypeText, Wait
from controller.agents.oracle import Solution
from controller.guest import Guest

REPORT = "/home/user/projects/report"


def gui() -> Solution:
    yield from go_to_file("report.py")
    yield split()
    yield from go_to_file("test_report.py")


def wrong_sides(guest: Guest) -> Solution:
    yield show("test_report.py")
    yield split()
    yield show("report.py")


def wrong_one_above_the_other(guest: Guest) -> Solution:
    yield show("report.py")
    yield Key(keys=("ctrl", "k"))
    yield split()
    yield show("test_report.py")


def wrong_tabs_of_one_group(guest: Guest) -> Solution:
    yield show("report.py")
    yield show("test_report.py")


def wrong_same_file_twice(guest: Guest) -> Solution:
    yield show("report.py")
    yield split()


def go_to_file(name: str) -> Solution:
    """Open a file by its name through Go to File; its list may take a while to fill."""
    yield Key(keys=("ctrl", "p"))
    yield TypeText(text=name)
    while True:
        yield Key(keys=("Return",))
        seen = yield Wait(seconds=2)
        if seen.active_window and seen.active_window.title.startswith(name):
            return


def show(name: str) -> ToolCall:
    return ToolCall(name="osworld_mcp_code.goto_file", arguments={"file_path": f"{REPORT}/{name}"})


def split() -> Key:
    """Split the editor to the right; after Ctrl+K, downwards."""
    return Key(keys=("ctrl", "\\"))
