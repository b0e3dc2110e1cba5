import io
from collections.abc import Generator

from PIL import Image

from testbed.actions import Action, Key, Screenshot, Wait
from testbed.tasks import Guest, Observation, Solution

PICTURES = "/home/user/Pictures"


def gui() -> Solution:
    """Forward a minute, then three times ten seconds, to 1:30; Shift+S takes the snapshot."""
    yield from go_to_tides()
    yield from take_snapshot()


def wrong_first_slide(guest: Guest) -> Solution:
    yield from take_snapshot()


def wrong_neighbouring_slide(guest: Guest) -> Solution:
    yield from press_and_see(Key(keys=("ctrl", "Right")))
    yield from take_snapshot()


def wrong_picture_of_the_desktop(guest: Guest) -> Solution:
    yield from go_to_tides()
    screen = guest.call_tool("computer.screenshot").images[0]
    guest.write_file(f"{PICTURES}/screen.png", screen)


def wrong_two_snapshots(guest: Guest) -> Solution:
    yield from gui()
    yield Key(keys=("shift", "s"))
    yield Wait(seconds=2)


def go_to_tides() -> Solution:
    yield from press_and_see(Key(keys=("ctrl", "Right")))
    yield from press_and_see(Key(keys=("alt", "Right"), repeat=3))


def take_snapshot() -> Solution:
    """VLC shows a small copy in the corner once the picture is saved."""
    yield from press_and_see(Key(keys=("shift", "s")))


def press_and_see(key: Key) -> Generator[Action, Observation, None]:
    """Press a key and look until the left upper part of the video changes: VLC may take its time."""
    before = video_corner((yield Screenshot()))
    observation = yield key
    while video_corner(observation) == before:
        observation = yield Screenshot()


def video_corner(observation: Observation) -> bytes:
    """The left upper part of the video, below the title and menu bars; clear of the time shown at the right."""
    window = next(window for window in observation.windows if window.app == "vlc")
    box = (window.x + 20, window.y + 70, window.x + window.width // 2, window.y + window.height // 2)
    with Image.open(io.BytesIO(observation.screenshot)) as screen:
        return screen.convert("RGB").crop(box).tobytes()
