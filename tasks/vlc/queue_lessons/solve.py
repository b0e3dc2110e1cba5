from controller.actions import ToolCall
from controller.agents.oracle import Solution
from controller.guest import Guest

COURSE = "/home/user/Videos/course"


def mcp() -> Solution:
    yield ToolCall(name="filesystem_list_directory", arguments={"path": COURSE})
    yield from queue("lesson-2-rivers", "lesson-3-coasts", "lesson-4-glaciers")
    yield ToolCall(name="osworld_mcp_vlc.get_playlist")


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
