from testbed.actions import Click, Key, Screenshot, ToolCall
from testbed.tasks import Guest, Solution, act_until, in_front, text_in

REPORT = "/home/user/projects/report"
REPORT_IN_TREE = (160, 190, 216, 206)
RIGHT_TAB = (890, 114, 946, 128)
"""Its label, once the editor is split."""


def gui() -> Solution:
    yield from act_until(Screenshot(), text_in(*REPORT_IN_TREE))
    yield from act_until(Click(x=188, y=198, count=2), in_front("report.py"))
    yield from act_until(split(), text_in(*RIGHT_TAB))
    yield from act_until(Click(x=204, y=220, count=2), in_front("test_report.py"))


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


def show(name: str) -> ToolCall:
    return ToolCall(name="osworld_mcp_code.goto_file", arguments={"file_path": f"{REPORT}/{name}"})


def split() -> Key:
    """Split the editor to the right; after Ctrl+K, downwards."""
    return Key(keys=("ctrl", "\\"))
