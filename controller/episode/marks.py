"""Set-of-marks: numbers for the interactive elements, and the screenshot that shows them.

The text of the marks gives each element's centre, where an agent clicks; a mark is not an action target itself.
"""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from controller.core.accessibility import Accessibility, Element
from controller.core.pictures import decoding

MAX_MARKS = 150
"""Maximum number of marks; more would be unreadable."""
ACTIONABLE = frozenset(
    {
        "button", "check box", "check menu item", "color chooser", "combo box", "date editor", "entry", "icon",
        "link", "list item", "menu", "menu item", "page tab", "password text", "push button",
        "push button menu", "radio button", "radio menu item", "slider", "spin button", "switch",
        "table cell", "table column header", "table row header", "terminal", "text", "toggle button",
        "tree item", "toggle switch",
    }
)  # fmt: skip
"""Roles, as AT-SPI calls them, of what one clicks or types into."""
_SMALLEST = 5
"""Pixels an element needs in both directions."""
_LARGEST = 0.4
"""The share of the screen above which an element is a surface, not something to point at."""
_SAME = 0.85
"""Boxes that have this share of their union in common are one thing."""
_NUMBER_WEIGHT = 4
"""How much worse it is to hide a pixel of another number than one of another element."""
_FONT_PIXELS = 12
_PADDING = 2
_COLOURS = ("#b3123a", "#0b5fb0", "#1b7a2b", "#8a3ab9", "#a34a00", "#00727a", "#5a4b00", "#c2187a")

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom lie just outside."""


def with_marks(accessibility: Accessibility) -> Accessibility:
    """Return the elements with the interactive ones numbered from 1, in order."""
    chosen: list[Element] = []
    numbers: dict[int, int] = {}
    for place, element in enumerate(accessibility.elements):
        if len(chosen) == MAX_MARKS:
            break
        if _markable(element, accessibility) and not any(_same(element, other) for other in chosen):
            chosen.append(element)
            numbers[place] = len(chosen)
    marked = (replace(element, mark=numbers.get(n, 0)) for n, element in enumerate(accessibility.elements))
    return replace(accessibility, elements=tuple(marked))


def draw_marks(png: bytes, accessibility: Accessibility) -> bytes:
    """Return the screenshot as a PNG with a frame and number for every marked element.

    `png` must be a PNG of the screen's size. Raises GuestError if it is damaged.
    """
    marked = [element for element in accessibility.elements if element.mark]
    with (
        decoding(f"the screenshot of {len(png)} bytes"),
        Image.open(io.BytesIO(png), formats=("PNG",)) as opened,
    ):
        image = opened.convert("RGB")
    draw = ImageDraw.Draw(image)
    labels: list[Box] = []
    for element in marked:
        box = _box(element)
        draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), outline=_colour(element))
    boxes = [_box(element) for element in marked]
    for element in marked:
        label = _label(element, image.size, labels, boxes)
        labels.append(label)
        draw.rectangle((label[0], label[1], label[2] - 1, label[3] - 1), fill=_colour(element))
        middle = ((label[0] + label[2]) / 2, (label[1] + label[3]) / 2)
        draw.text(middle, str(element.mark), fill="#ffffff", font=_font(), anchor="mm")
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _markable(element: Element, screen: Accessibility) -> bool:
    return (
        element.role in ACTIONABLE
        and element.depth > 0
        and "disabled" not in element.states
        and min(element.width, element.height) >= _SMALLEST
        and element.width * element.height <= _LARGEST * screen.width * screen.height
    )


def _same(one: Element, other: Element) -> bool:
    a, b = _box(one), _box(other)
    common = _overlap(a, b)
    return common >= _SAME * (one.width * one.height + other.width * other.height - common)


def _label(element: Element, size: tuple[int, int], labels: list[Box], boxes: list[Box]) -> Box:
    """Return the place of a number at its frame that covers least of other numbers and elements."""
    own = left, top, right, bottom = _box(element)
    width = round(_font().getlength(str(element.mark))) + 2 * _PADDING
    height = _FONT_PIXELS
    roomy = element.width >= 3 * width and element.height >= 2 * height
    corners = [(left, top - height), (right - width, top - height), (left, bottom), (right - width, bottom)]
    beside = [(left - width, top), (right, top), (left - width, bottom - height), (right, bottom - height)]
    inside = [(left, top), (right - width, bottom - height)]
    # A number inside hides little of a large element and much of a small one.
    places = [*inside, *corners, *beside] if roomy else [*corners, *beside, *inside]
    around = (left - width, top - height, right + width, bottom + height)
    others = [box for box in boxes if box != own and _overlap(box, around) and not _contains(box, own)]
    near = [label for label in labels if _overlap(label, around)]

    def count_hidden(label: Box) -> int:
        numbers = sum(_overlap(label, other) for other in near)
        return _NUMBER_WEIGHT * numbers + sum(_overlap(label, other) for other in others)

    return min((_within((x, y, x + width, y + height), size) for x, y in places), key=count_hidden)


def _contains(outer: Box, inner: Box) -> bool:
    return _overlap(outer, inner) == _overlap(inner, inner)


def _within(box: Box, size: tuple[int, int]) -> Box:
    left = max(0, min(box[0], size[0] - (box[2] - box[0])))
    top = max(0, min(box[1], size[1] - (box[3] - box[1])))
    return left, top, left + box[2] - box[0], top + box[3] - box[1]


def _box(element: Element) -> Box:
    return element.x, element.y, element.x + element.width, element.y + element.height


def _overlap(a: Box, b: Box) -> int:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return max(0, width) * max(0, height)


def _colour(element: Element) -> str:
    return _COLOURS[element.mark % len(_COLOURS)]


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(_FONT_PIXELS)
