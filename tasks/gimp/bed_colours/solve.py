from PIL import Image, ImageDraw

from testbed.actions import Click, Key, Screenshot
from testbed.tasks import Guest, Observation, Solution, act_until, export_from_gimp, screen_part, shows

from .variant import FALLOW, PATH, WIDTH, Box, Facts, expected, ground, picture, png, rgb, swatch

PICTURES = "/home/user/Pictures"
WINDOW = (288, 160, 1070, 670)
"""The part of the screen in which GIMP shows the plan, with no other grey of that kind."""
PICK, FILL = Key(keys=("o",)), Key(keys=("shift", "b"))


def gui(facts: Facts) -> Solution:
    """Pick each colour in the key, and fill the beds of that crop with it, at their lower edge."""
    origin, scale = place_of_plan((yield Screenshot()))

    def on_screen(box: Box) -> tuple[int, int]:
        middle = (box[0] + box[2]) // 2, (box[1] + 7 * box[3]) // 8
        return round(origin[0] + scale * middle[0]), round(origin[1] + scale * middle[1])

    for place, (crop, colour) in enumerate(facts.key):
        yield PICK
        x, y = on_screen(swatch(place))
        yield Click(x=x, y=y)
        yield FILL
        for number, grown in enumerate(facts.beds):
            if grown == crop:
                x, y = on_screen(ground(number))
                yield from act_until(Click(x=x, y=y), shows(x, y, colour))
    yield from export_from_gimp(f"{PICTURES}/{facts.coloured}")


def also_letters_filled_too(guest: Guest, facts: Facts) -> Solution:
    """Also what the letters enclose."""
    yield from store(guest, facts, picture(facts, expected(facts)))


def wrong_fallow_too(guest: Guest, facts: Facts) -> Solution:
    fills = expected(facts)
    fills[facts.beds.index(FALLOW)] = facts.key[0][1]
    yield from store(guest, facts, picture(facts, fills))


def wrong_one_forgotten(guest: Guest, facts: Facts) -> Solution:
    fills = expected(facts)
    fills.popitem()
    yield from store(guest, facts, picture(facts, fills))


def wrong_words_covered(guest: Guest, facts: Facts) -> Solution:
    """Each bed is one rectangle of its colour."""
    image = picture(facts)
    for number, colour in expected(facts).items():
        left, top, right, bottom = ground(number)
        ImageDraw.Draw(image).rectangle((left, top, right - 1, bottom - 1), fill=rgb(colour))
    yield from store(guest, facts, image)


def unsafe_plan_overwritten(guest: Guest, facts: Facts) -> Solution:
    guest.write_file(f"{PICTURES}/{facts.plan}", png(picture(facts, expected(facts))))
    yield from ()


def store(guest: Guest, facts: Facts, image: Image.Image) -> Solution:
    guest.write_file(f"{PICTURES}/{facts.coloured}", png(image))
    yield from ()


def place_of_plan(seen: Observation) -> tuple[tuple[int, int], float]:
    """Find the plan on the screen by the colour of its paths: its corner, and how much it is scaled."""
    shown = screen_part(seen, *WINDOW)
    paths = Image.new("1", shown.size)
    data = shown.tobytes()
    paths.putdata([tuple(data[start : start + 3]) == PATH for start in range(0, len(data), 3)])
    box = paths.getbbox()
    assert box is not None, "GIMP shows no plan"
    return (WINDOW[0] + box[0], WINDOW[1] + box[1]), (box[2] - box[0]) / WIDTH
