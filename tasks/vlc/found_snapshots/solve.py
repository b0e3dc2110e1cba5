from testbed.actions import Click, Key, Terminate, ToolCall
from testbed.tasks import Guest, Solution, act_until, in_front, text_in

from .variant import Facts

VIDEO = Click(x=509, y=110)
"""The button of the page on which the settings for snapshots are."""
DIRECTORY_TEXT = (310, 524, 376, 542)
"""The name before the field with the folder."""
GET = ToolCall(name="osworld_mcp_vlc.get_settings")


def mcp(facts: Facts) -> Solution:
    seen = yield GET
    assert facts.folder in seen.results[0].text and facts.prefix in seen.results[0].text, seen.results[0].text
    yield answer(facts.folder, facts.prefix)


def gui(facts: Facts) -> Solution:
    """The page Video of the preferences, which are left without saving."""
    yield from act_until(Key(keys=("ctrl", "p")), in_front("Simple Preferences"))
    yield from act_until(VIDEO, text_in(*DIRECTORY_TEXT))
    yield from act_until(Key(keys=("Escape",)), in_front("hoot"))
    yield answer(facts.folder, facts.prefix)


def also_from_the_home_folder(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.folder.replace("/home/user", "~", 1), facts.prefix)


def wrong_folder_of_recordings(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.records, facts.prefix)


def wrong_default_beginning(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.folder, "vlcsnap-")


def wrong_settings_changed(guest: Guest, facts: Facts) -> Solution:
    guest.run(
        ["sed", "-i", "s/^snapshot-path=.*/snapshot-path=/", "/home/user/.config/vlc/vlcrc"], as_user=True
    )
    yield answer(facts.folder, facts.prefix)


def answer(folder: str, prefix: str) -> Terminate:
    return Terminate(status="success", answer=f"{folder}, {prefix}")
