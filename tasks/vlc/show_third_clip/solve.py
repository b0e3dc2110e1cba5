from testbed.actions import Key, Screenshot, ToolCall
from testbed.tasks import Guest, Solution

NEXT = ToolCall(name="osworld_mcp_vlc.next")
PAUSE = ToolCall(name="osworld_mcp_vlc.pause")
FULL_SCREEN = ToolCall(name="osworld_mcp_vlc.toggle_fullscreen")


def mcp() -> Solution:
    yield NEXT
    yield NEXT
    yield PAUSE
    yield FULL_SCREEN


def gui() -> Solution:
    """VLC's own keys: n is next, f is full screen, the space bar pauses."""
    for clip in ("02-bridge", "03-harbour"):
        observation = yield Key(keys=("n",))
        while not any(clip in window.title for window in observation.windows):
            observation = yield Screenshot()
    yield Key(keys=("f",))
    yield Key(keys=("space",))


def wrong_second_clip(guest: Guest) -> Solution:
    yield NEXT
    yield PAUSE
    yield FULL_SCREEN


def wrong_still_playing(guest: Guest) -> Solution:
    yield NEXT
    yield NEXT
    yield FULL_SCREEN


def wrong_in_its_window(guest: Guest) -> Solution:
    yield NEXT
    yield NEXT
    yield PAUSE
