from testbed.actions import Key, TypeText
from testbed.tasks import Guest, ScreenCondition, Solution, act_until, in_front, shows

PICTURES = "/home/user/Pictures"
MENU = 0x484848
CLOCKWISE = "c"
COUNTER_CLOCKWISE = "w"
"""The keys of the entries in the menu Image, Transform."""


def gui() -> Solution:
    """The title of the window tells the size of the picture, and what was exported."""
    yield from rotate(CLOCKWISE)
    yield from scale_to_width(600, "600x408")
    yield from export()


def wrong_not_rotated(guest: Guest) -> Solution:
    yield from scale_to_width(600, "600x882")
    yield from export()


def wrong_upside_down(guest: Guest) -> Solution:
    yield from rotate(COUNTER_CLOCKWISE)
    yield from scale_to_width(600, "600x408")
    yield from export()


def wrong_height_of_600(guest: Guest) -> Solution:
    yield from rotate(CLOCKWISE)
    yield from scale_to_width(882, "882x600")
    yield from export()


def wrong_not_scaled(guest: Guest) -> Solution:
    yield from rotate(CLOCKWISE)
    yield from export()


def wrong_distorted(guest: Guest) -> Solution:
    edit(guest, "scan.transpose(Image.Transpose.ROTATE_270).resize((600, 600))")
    yield from ()


def wrong_cropped(guest: Guest) -> Solution:
    edit(guest, "scan.transpose(Image.Transpose.ROTATE_270).crop((200, 136, 800, 544))")
    yield from ()


def wrong_scan_overwritten(guest: Guest) -> Solution:
    yield from gui()
    guest.run(["cp", f"{PICTURES}/postcard.png", f"{PICTURES}/scan.png"], as_user=True)


def wrong_saved_as_project(guest: Guest) -> Solution:
    """Ctrl+S keeps the picture in GIMP's own format."""
    yield from rotate(CLOCKWISE)
    yield from scale_to_width(600, "600x408")
    yield from act_until(Key(keys=("ctrl", "s")), in_front("Save Image"))
    yield from name_file("postcard.xcf")
    yield from act_until(Key(keys=("Return",)), in_front("postcard.xcf"))


def rotate(key: str) -> Solution:
    yield from open_image_menu()
    yield from act_until(Key(keys=("t",)), shows(590, 305, MENU))
    yield from act_until(Key(keys=(key,)), titled("1000x680"))


def scale_to_width(width: int, size: str) -> Solution:
    """The height follows the width once Tab leaves its field."""
    yield from open_image_menu()
    yield from act_until(Key(keys=("s",)), in_front("Scale Image"))
    yield TypeText(text=f"{width}\t")
    yield from act_until(Key(keys=("alt", "s")), titled(size))


def export() -> Solution:
    yield from act_until(Key(keys=("ctrl", "shift", "e")), in_front("Export Image"))
    yield from name_file("postcard.png")
    yield from act_until(Key(keys=("Return",)), in_front("Export Image as PNG"))
    yield from act_until(Key(keys=("Return",)), titled("[postcard] (exported)"))


def open_image_menu() -> Solution:
    yield from act_until(Key(keys=("alt", "i")), shows(270, 300, MENU))


def name_file(name: str) -> Solution:
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text=f"{PICTURES}/{name}")


def titled(words: str) -> ScreenCondition:
    """Whether the window with the keyboard has these words in its title."""
    return lambda seen: seen.active_window is not None and words in seen.active_window.title


def edit(guest: Guest, picture: str) -> None:
    """Make the postcard without GIMP, by an expression of Pillow."""
    program = (
        "from PIL import Image\n"
        f"scan = Image.open('{PICTURES}/scan.png')\n"
        f"{picture}.save('{PICTURES}/postcard.png')\n"
    )
    guest.run(["/usr/bin/python3", "-c", program], as_user=True)
