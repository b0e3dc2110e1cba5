from testbed.tasks import Guest, Solution, export_from_gimp, run_gimp_action, title_has

PICTURES = "/home/user/Pictures"

SCAN, OUT = "receipt.png", "receipt-cut.png"
RECEIPT = "330, 240, 630, 860"


def gui() -> Solution:
    """GIMP cuts off what has one colour; the title of the window tells the size that is left."""
    yield from run_gimp_action("crop to content", title_has("300x620"))
    yield from export_from_gimp(f"{PICTURES}/{OUT}")


def also_cut_by_hand(guest: Guest) -> Solution:
    """A little of the margin, or of the paper, is no mistake."""
    edit(guest, "scan.crop((328, 241, 631, 858))")
    yield from ()


def wrong_margin_left_below(guest: Guest) -> Solution:
    edit(guest, "scan.crop((330, 240, 630, 1200))")
    yield from ()


def wrong_total_cut_off(guest: Guest) -> Solution:
    edit(guest, "scan.crop((330, 240, 630, 600))")
    yield from ()


def wrong_scaled(guest: Guest) -> Solution:
    edit(guest, f"scan.crop(({RECEIPT})).resize((600, 1240))")
    yield from ()


def wrong_grey(guest: Guest) -> Solution:
    edit(guest, f"ImageOps.grayscale(scan.crop(({RECEIPT})))")
    yield from ()


def wrong_scan_overwritten(guest: Guest) -> Solution:
    edit(guest, f"scan.crop(({RECEIPT}))")
    guest.run(["cp", f"{PICTURES}/{OUT}", f"{PICTURES}/{SCAN}"], as_user=True)
    yield from ()


def edit(guest: Guest, picture: str, name: str = OUT) -> None:
    """Make the picture without GIMP, by an expression of Pillow."""
    program = (
        "from PIL import Image, ImageOps\n"
        f'scan = Image.open("{PICTURES}/{SCAN}").convert("RGB")\n'
        f'({picture}).save("{PICTURES}/{name}")\n'
    )
    guest.run(["/usr/bin/python3", "-c", program], as_user=True)
