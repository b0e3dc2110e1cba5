from PIL import Image

from testbed.actions import Click, Key, Screenshot
from testbed.tasks import (
    Guest,
    Observation,
    Solution,
    export_from_gimp,
    run_gimp_action,
    screen_part,
    title_has,
)

PICTURES = "/home/user/Pictures"
OUT = f"{PICTURES}/plot-17.png"
WIDTH = 960
"""Of the plan, in pixels."""
GROUND = (712, 252)
"""A place of the plan on which nothing but the ground of plot 17 is."""
PATH = (214, 206, 190)
WINDOW = (288, 160, 1070, 670)
"""The part of the screen in which GIMP shows the plan, with no other grey of that kind."""


def gui() -> Solution:
    """Choose the plot's ground with the magic wand, and crop the plan to it."""
    yield Key(keys=("u",))
    seen = yield Screenshot()
    yield click_at(seen, GROUND)
    yield from run_gimp_action("crop to selection", title_has("220x170"))
    yield from export_from_gimp(OUT)


def click_at(seen: Observation, place: tuple[int, int]) -> Click:
    """Find the plan on the screen by the colour of its paths."""
    shown = screen_part(seen, *WINDOW)
    paths = Image.new("1", shown.size)
    paths.putdata([pixel == PATH for pixel in pixels(shown)])
    box = paths.getbbox()
    assert box is not None, "GIMP shows no plan"
    scale = (box[2] - box[0]) / WIDTH
    x, y = (round(start + each * scale) for start, each in zip(box[:2], place, strict=True))
    return Click(x=WINDOW[0] + x, y=WINDOW[1] + y)


def pixels(picture: Image.Image) -> list[tuple[int, ...]]:
    data = picture.tobytes()
    return [tuple(data[place : place + 3]) for place in range(0, len(data), 3)]


def also_one_pixel_beside_it(guest: Guest) -> Solution:
    crop(guest, (699, 241, 921, 409))
    yield from ()


def wrong_paths_too(guest: Guest) -> Solution:
    crop(guest, (690, 230, 930, 420))
    yield from ()


def wrong_neighbour(guest: Guest) -> Solution:
    """The plot above it, plot 19."""
    crop(guest, (700, 40, 920, 220))
    yield from ()


def wrong_half_of_it(guest: Guest) -> Solution:
    crop(guest, (700, 240, 920, 325))
    yield from ()


def wrong_scaled(guest: Guest) -> Solution:
    crop(guest, (700, 240, 920, 410), ".resize((440, 340))")
    yield from ()


def crop(guest: Guest, box: tuple[int, int, int, int], then: str = "") -> None:
    """Make the picture without GIMP."""
    program = (
        "from PIL import Image\n"
        f"plan = Image.open('{PICTURES}/allotments.png')\n"
        f"plan.crop({box}){then}.save('{OUT}')\n"
    )
    guest.run(["/usr/bin/python3", "-c", program], as_user=True)
