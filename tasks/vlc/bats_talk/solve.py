from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

MINUTES = "/home/user/Documents/minutes.txt"


def mcp() -> Solution:
    """Read when the talk began, and go there: no tool does that."""
    seen = yield ToolCall(name="filesystem_read_text_file", arguments={"path": MINUTES})
    assert "19:31  Talk: bats" in seen.results[0].text, seen.results[0].text
    yield from go_to(29)


def gui() -> Solution:
    yield from go_to(29)


def wrong_planned_beginning(_guest: Guest) -> Solution:
    yield from go_to(18)


def wrong_time_of_the_clock(_guest: Guest) -> Solution:
    """As if the recording began at seven."""
    yield from go_to(31)


def wrong_playing_on(guest: Guest) -> Solution:
    yield from go_to(29)
    yield Key(keys=("space",))


def go_to(minute: int) -> Solution:
    """The dialog Go to Time takes the digits of hours, minutes and seconds."""
    yield from act_until(Key(keys=("ctrl", "t")), in_front("Go to Time"))
    yield TypeText(text=f"00{minute}00\n")
