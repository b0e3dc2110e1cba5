from testbed.actions import Key
from testbed.tasks import Guest, Solution, act_until, export_from_gimp, in_front, run_gimp_action, title_has

PICTURES = "/home/user/Pictures"

SCAN, OUT = "valley.png", "valley-clear.png"
CLEAR = "ImageOps.autocontrast(scan)"


def gui() -> Solution:
    """The dialog stretches as soon as it is open; Alt+O is its button OK."""
    yield from run_gimp_action("stretch contrast", in_front("Stretch Contrast"))
    yield from act_until(Key(keys=("alt", "o")), title_has("*[valley]"))
    yield from export_from_gimp(f"{PICTURES}/{OUT}")


def also_all_channels_alike(guest: Guest) -> Solution:
    edit(guest, "ImageOps.autocontrast(scan, preserve_tone=True)")
    yield from ()


def wrong_brighter_only(guest: Guest) -> Solution:
    edit(guest, "scan.point(lambda v: min(255, v + 55))")
    yield from ()


def wrong_reversed(guest: Guest) -> Solution:
    edit(guest, f"ImageOps.invert({CLEAR})")
    yield from ()


def wrong_grey(guest: Guest) -> Solution:
    edit(guest, f"ImageOps.grayscale({CLEAR})")
    yield from ()


def wrong_black_and_white(guest: Guest) -> Solution:
    edit(guest, "scan.point(lambda v: 255 if v > 160 else 0)")
    yield from ()


def wrong_cropped(guest: Guest) -> Solution:
    edit(guest, f"{CLEAR}.crop((40, 30, 760, 510))")
    yield from ()


def edit(guest: Guest, picture: str, name: str = OUT) -> None:
    """Make the picture without GIMP, by an expression of Pillow."""
    program = (
        "from PIL import Image, ImageOps\n"
        f'scan = Image.open("{PICTURES}/{SCAN}").convert("RGB")\n'
        f'({picture}).save("{PICTURES}/{name}")\n'
    )
    guest.run(["/usr/bin/python3", "-c", program], as_user=True)
