from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

COURSE = "/home/user/Videos/course"


def mcp() -> Solution:
    yield ToolCall(name="filesystem_list_directory", arguments={"path": COURSE})
    yield from queue("lesson-2-rivers", "lesson-3-coasts", "lesson-4-glaciers")
    yield ToolCall(name="osworld_mcp_vlc.get_playlist")


def gui() -> Solution:
    """The dialog for addresses (Ctrl+N) takes files, too; Alt+E is its Enqueue."""
    for lesson in ("lesson-2-rivers", "lesson-3-coasts", "lesson-4-glaciers"):
        yield from act_until(Key(keys=("ctrl", "n")), in_front("Open Media"))
        yield Key(keys=("ctrl", "a"))
        yield TypeText(text=f"file://{COURSE}/{lesson}.mp4")
        yield from act_until(Key(keys=("alt", "e")), in_front("lesson-1-rocks"))


def wrong_order(guest: Guest) -> Solution:
    yield from queue("lesson-3-coasts", "lesson-2-rivers", "lesson-4-glaciers")


def wrong_old_version(guest: Guest) -> Solution:
    yield from queue("lesson-2-rivers", "lesson-3-coasts-old", "lesson-4-glaciers")


def wrong_whole_folder(guest: Guest) -> Solution:
    yield from queue("lesson-2-rivers", "lesson-3-coasts", "lesson-3-coasts-old", "lesson-4-glaciers")


def wrong_playback_started(guest: Guest) -> Solution:
    yield from queue("lesson-2-rivers", "lesson-3-coasts", "lesson-4-glaciers")
    yield ToolCall(name="osworld_mcp_vlc.play")


def queue(*lessons: str) -> Solution:
    for lesson in lessons:
        yield ToolCall(name="osworld_mcp_vlc.add_to_playlist", arguments={"uri": f"{COURSE}/{lesson}.mp4"})
