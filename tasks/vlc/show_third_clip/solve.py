from testbed import Guest, Key, Screenshot, Solution, ToolCall


def mcp() -> Solution:
    yield from tools("next", "next", "pause", "toggle_fullscreen")


def gui() -> Solution:
    """VLC's own keys: n is next, f is full screen, the space bar pauses."""
    for clip in ("02-bridge", "03-harbour"):
        observation = yield Key(keys=("n",))
        while not any(clip in window.title for window in observation.windows):
            observation = yield Screenshot()
    yield Key(keys=("f",))
    yield Key(keys=("space",))


def wrong_second_clip(guest: Guest) -> Solution:
    yield from tools("next", "pause", "toggle_fullscreen")


def wrong_still_playing(guest: Guest) -> Solution:
    yield from tools("next", "next", "toggle_fullscreen")


def wrong_in_its_window(guest: Guest) -> Solution:
    yield from tools("next", "next", "pause")


def tools(*names: str) -> Solution:
    for name in names:
        yield ToolCall(name=f"osworld_mcp_vlc.{name}")
