from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, text_in

OWLS = "/home/user/Pictures/Owls"
VIDEO = Click(x=509, y=110)
"""The button of the page on which the settings for snapshots are."""
DIRECTORY = Click(x=656, y=533)
DIRECTORY_TEXT = (310, 524, 376, 542)
"""The name before that field."""


def mcp() -> Solution:
    yield from choose(OWLS, "owl-")


def gui() -> Solution:
    """In the preferences, the page Video; then from field to field by keyboard."""
    yield from act_until(Key(keys=("ctrl", "p")), in_front("Simple Preferences"))
    yield from act_until(VIDEO, text_in(*DIRECTORY_TEXT))
    yield DIRECTORY
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text=OWLS)
    yield Key(keys=("Tab",), repeat=2)
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text="owl-")
    yield Key(keys=("Tab",))
    yield Key(keys=("space",))
    yield Key(keys=("Tab",))
    yield TypeText(text="jpg")
    yield from act_until(Key(keys=("alt", "s")), in_front("hoot"))


def wrong_numbers_without_order(_guest: Guest) -> Solution:
    yield from choose(OWLS, "owl-", sequential="false")


def wrong_prefix(_guest: Guest) -> Solution:
    yield from choose(OWLS, "owl")


def wrong_folder(_guest: Guest) -> Solution:
    yield from choose("/home/user/Pictures", "owl-")


def wrong_still_png(_guest: Guest) -> Solution:
    yield from choose(OWLS, "owl-", form="png")


def choose(folder: str, prefix: str, *, form: str = "jpg", sequential: str = "true") -> Solution:
    yield put("snapshot-path", folder)
    yield put("snapshot-prefix", prefix)
    yield put("snapshot-format", form)
    yield put("snapshot-sequential", sequential)


def put(field: str, value: str) -> ToolCall:
    return ToolCall(name="osworld_mcp_vlc.set_settings", arguments={"field": field, "value": value})
