from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

TAPES = "/home/user/Music/tapes"
SUMMER = (
    "1999/1998-06-06-market.ogg",
    "1998/box-a/1998-06-28-harvest.ogg",
    "1998/box-b/1998-07-19-lake.ogg",
    "1998/box-b/1998-08-09-birthday.ogg",
)
PLAY = ToolCall(name="osworld_mcp_vlc.play")


def mcp() -> Solution:
    """List the tapes, and queue those of the summer by the days in their names."""
    seen = yield ToolCall(name="osworld_mcp_vlc.get_media_files", arguments={"path": TAPES})
    found = seen.results[0].structured
    assert found is not None, seen.results[0].text
    by_day = {path.rpartition("/")[2]: path for path in found["files"]}
    for name, path in sorted(by_day.items()):
        if name.startswith(("1998-06", "1998-07", "1998-08")):
            yield add(path)
    yield PLAY


def gui() -> Solution:
    """The dialog for addresses (Ctrl+N) takes files, too; Alt+E is its Enqueue, and the space bar plays."""
    for name in SUMMER:
        yield from act_until(Key(keys=("ctrl", "n")), in_front("Open Media"))
        yield Key(keys=("ctrl", "a"))
        yield TypeText(text=f"file://{TAPES}/{name}")
        yield from act_until(Key(keys=("alt", "e")), in_front("VLC media player"))
    yield from act_until(Key(keys=("space",)), in_front("1998-06-06"))


def wrong_folder_of_the_year(_guest: Guest) -> Solution:
    """The tape of the market lies in the box of 1999."""
    yield from queue(SUMMER[1:])


def wrong_whole_year(_guest: Guest) -> Solution:
    yield from queue(("1998/box-a/1998-03-02-snow.ogg", *SUMMER, "1998/box-b/1998-11-01-cellar.ogg"))


def wrong_by_folder(_guest: Guest) -> Solution:
    yield from queue((*SUMMER[1:], SUMMER[0]))


def wrong_by_name_of_the_tape(_guest: Guest) -> Solution:
    yield from queue(tuple(sorted(SUMMER, key=lambda name: name.rpartition("-")[2])))


def wrong_not_played(_guest: Guest) -> Solution:
    for name in SUMMER:
        yield add(f"{TAPES}/{name}")


def queue(names: tuple[str, ...]) -> Solution:
    for name in names:
        yield add(f"{TAPES}/{name}")
    yield PLAY


def add(path: str) -> ToolCall:
    return ToolCall(name="osworld_mcp_vlc.add_to_playlist", arguments={"uri": path})
