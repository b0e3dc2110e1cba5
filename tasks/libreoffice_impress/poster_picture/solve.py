from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Facts

IMPRESS = "osworld_mcp_libreoffice_impress"
PICTURES = "/home/user/Pictures"


def mcp(facts: Facts) -> Solution:
    seen = yield ToolCall(name=f"{IMPRESS}.env_info")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    title = f"{facts.event.capitalize()}, {facts.day} "
    slides = [slide for slide in content["slides"] if any(title in box["text"] for box in slide["boxes"])]
    assert len(slides) == 1, slides
    yield export(facts.picture, slides[0]["slide_index"])


def gui(facts: Facts) -> Solution:
    """Go to the slide, and export it by the menu File; the ending chooses the kind of picture."""
    for _ in range(facts.wanted):
        yield Key(keys=("Page_Down",))
    yield Key(keys=("alt", "f"))
    yield from act_until(Key(keys=("t",)), in_front("Export"))
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text=f"{PICTURES}/{facts.picture}.png")
    yield from act_until(Key(keys=("Return",)), in_front("PNG Options"))
    yield from act_until(Key(keys=("Return",)), in_front(facts.file))


def also_larger(guest: Guest, facts: Facts) -> Solution:
    """The tool's picture, twice as large."""
    path = f"{PICTURES}/{facts.picture}.png"
    yield export(facts.picture, facts.wanted + 1)
    program = (
        "from PIL import Image\n"
        f"picture = Image.open('{path}').convert('RGB')\n"
        f"picture.resize((2 * picture.width, 2 * picture.height)).save('{path}')\n"
    )
    guest.run(["/usr/bin/python3", "-c", program], as_user=True)


def wrong_other_day(_guest: Guest, facts: Facts) -> Solution:
    yield export(facts.picture, facts.other_day)


def wrong_all_slides(_guest: Guest, facts: Facts) -> Solution:
    yield export(facts.picture)
    yield export(facts.picture, facts.wanted + 1)


def wrong_jpeg(guest: Guest, facts: Facts) -> Solution:
    """A JPEG picture under a name that ends in .png."""
    yield export(facts.picture, facts.wanted + 1, "jpg")
    guest.run(
        ["mv", f"{PICTURES}/{facts.picture}.jpg", f"{PICTURES}/{facts.picture}.png"],
        as_user=True,
    )


def export(name: str, slide: int = 0, kind: str = "png") -> ToolCall:
    """Slide 0 stands for all."""
    arguments = {"file_path": f"{PICTURES}/{name}.{kind}", "format": kind} | (
        {"slide_index": slide} if slide else {}
    )
    return ToolCall(name=f"{IMPRESS}.export_to_image", arguments=arguments)
