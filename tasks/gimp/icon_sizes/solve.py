from testbed.actions import Key, TypeText
from testbed.tasks import Guest, Solution, act_until, export_from_gimp, in_front, run_gimp_action, title_has

PICTURES = "/home/user/Pictures"

LARGE, SMALL = 128, 32


def gui() -> Solution:
    """Scale and export it, and then once more."""
    for size in (LARGE, SMALL):
        yield from scale(size)
        yield from export_from_gimp(f"{PICTURES}/{name(size)}")


def also_the_small_one_first(guest: Guest) -> Solution:
    edit(guest, SMALL, "logo")
    edit(guest, LARGE, "logo")
    yield from ()


def wrong_sizes_exchanged(guest: Guest) -> Solution:
    edit(guest, SMALL, "logo", name(LARGE))
    edit(guest, LARGE, "logo", name(SMALL))
    yield from ()


def wrong_small_one_missing(_guest: Guest) -> Solution:
    yield from scale(LARGE)
    yield from export_from_gimp(f"{PICTURES}/{name(LARGE)}")


def wrong_white_corners(guest: Guest) -> Solution:
    flat = "Image.alpha_composite(Image.new('RGBA', logo.size, 'white'), logo).convert('RGB')"
    edit(guest, LARGE, flat)
    edit(guest, SMALL, flat)
    yield from ()


def wrong_cropped(guest: Guest) -> Solution:
    edit(guest, LARGE, "logo")
    edit(guest, SMALL, "logo.crop((192, 192, 320, 320))")
    yield from ()


def scale(size: int) -> Solution:
    """The height follows the width once Tab leaves its field."""
    yield from run_gimp_action("scale image", in_front("Scale Image"))
    yield TypeText(text=f"{size}\t")
    yield from act_until(Key(keys=("alt", "s")), title_has(f"{size}x{size}"))


def name(size: int) -> str:
    return f"logo-{size}.png"


def edit(guest: Guest, size: int, picture: str, file: str = "") -> None:
    """Make a logo without GIMP, by an expression of Pillow."""
    program = (
        "from PIL import Image\n"
        f"logo = Image.open('{PICTURES}/logo.png')\n"
        f"({picture}).resize(({size}, {size})).save('{PICTURES}/{file or name(size)}')\n"
    )
    guest.run(["/usr/bin/python3", "-c", program], as_user=True)
