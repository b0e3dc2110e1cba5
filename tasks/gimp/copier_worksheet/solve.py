from testbed.actions import Key, TypeText
from testbed.tasks import Guest, Solution, act_until, export_from_gimp, in_front, run_gimp_action, title_has

PICTURES = "/home/user/Pictures"

SCAN, OUT = "worksheet.png", "worksheet.jpg"
UPRIGHT = "scan.transpose(Image.Transpose.ROTATE_180)"


def gui() -> Solution:
    """The title of the window tells the mode and the size of the picture."""
    yield from run_gimp_action("rotate the image 180", title_has("*[worksheet]"))
    yield from grey()
    yield from scale()
    yield from export_from_gimp(f"{PICTURES}/{OUT}", "JPEG")


def also_grey_first(guest: Guest) -> Solution:
    edit(guest, f"ImageOps.grayscale({UPRIGHT}).resize((600, 800)).convert('RGB')")
    yield from ()


def wrong_upside_down(_guest: Guest) -> Solution:
    yield from grey()
    yield from scale()
    yield from export_from_gimp(f"{PICTURES}/{OUT}", "JPEG")


def wrong_colours_kept(guest: Guest) -> Solution:
    edit(guest, f"{UPRIGHT}.resize((600, 800))")
    yield from ()


def wrong_mirrored(guest: Guest) -> Solution:
    edit(guest, "ImageOps.grayscale(ImageOps.flip(scan)).resize((600, 800))")
    yield from ()


def wrong_height_of_600(guest: Guest) -> Solution:
    edit(guest, f"ImageOps.grayscale({UPRIGHT}).resize((450, 600))")
    yield from ()


def wrong_png_under_the_name(guest: Guest) -> Solution:
    edit(guest, f"ImageOps.grayscale({UPRIGHT}).resize((600, 800))", "copy.png")
    guest.run(["mv", f"{PICTURES}/copy.png", f"{PICTURES}/{OUT}"])
    yield from ()


def grey() -> Solution:
    yield from run_gimp_action("convert image to grayscale", title_has("(Grayscale"))


def scale() -> Solution:
    """The height follows the width once Tab leaves its field."""
    yield from run_gimp_action("scale image", in_front("Scale Image"))
    yield TypeText(text="600\t")
    yield from act_until(Key(keys=("alt", "s")), title_has("600x800"))


def edit(guest: Guest, picture: str, name: str = OUT) -> None:
    """Make the picture without GIMP, by an expression of Pillow."""
    program = (
        "from PIL import Image, ImageOps\n"
        f'scan = Image.open("{PICTURES}/{SCAN}").convert("RGB")\n'
        f'({picture}).save("{PICTURES}/{name}")\n'
    )
    guest.run(["/usr/bin/python3", "-c", program], as_user=True)
