from testbed.actions import Key, ToolCall
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import Facts

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
TEXT, WRITER = 1, 2
"""Indices of boxes; 0 is the title."""


def mcp(facts: Facts) -> Solution:
    """The notes say which texts are poems."""
    seen = yield ToolCall(name=f"{IMPRESS}.env_info")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    slides = content["slides"][1:]
    for number, slide in enumerate(slides):
        if slide["notes"].lower().startswith(("poem", "a poem")):
            yield align(number, TEXT, "center")
        yield align(number, WRITER, "right")
    assert len(slides) == len(facts.readings), slides
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Tab chooses the boxes of a slide from back to front: title, text, name."""
    for reading in facts.readings:
        yield Key(keys=("Page_Down",))
        if reading.is_poem:
            yield Key(keys=("Tab",), repeat=TEXT + 1)
            yield Key(keys=("ctrl", "e"))
            yield Key(keys=("Tab",))
        else:
            yield Key(keys=("Tab",), repeat=WRITER + 1)
        yield Key(keys=("ctrl", "r"))
        yield Key(keys=("Escape",))
    yield from save_in_libreoffice()


def also_names_last(_guest: Guest, facts: Facts) -> Solution:
    for number, reading in enumerate(facts.readings):
        if reading.is_poem:
            yield align(number, TEXT, "center")
        else:
            yield align(number, TEXT, "left")
    for number in range(len(facts.readings)):
        yield align(number, WRITER, "right")
    yield SAVE


def wrong_all_texts_centred(_guest: Guest, facts: Facts) -> Solution:
    for number in range(len(facts.readings)):
        yield align(number, TEXT, "center")
        yield align(number, WRITER, "right")
    yield SAVE


def wrong_last_name_forgotten(_guest: Guest, facts: Facts) -> Solution:
    last = len(facts.readings) - 1
    for number, reading in enumerate(facts.readings):
        if reading.is_poem:
            yield align(number, TEXT, "center")
        if number != last:
            yield align(number, WRITER, "right")
    yield SAVE


def wrong_boxes_moved(_guest: Guest, facts: Facts) -> Solution:
    """The names stand at the right because their boxes do."""
    for number, reading in enumerate(facts.readings):
        if reading.is_poem:
            yield align(number, TEXT, "center")
        arguments = {"slide_index": number + 2, "box_index": WRITER, "position": "bottom-right"}
        yield ToolCall(name=f"{IMPRESS}.position_box", arguments=arguments)
    yield SAVE


def align(reading: int, box: int, alignment: str) -> ToolCall:
    """Reading 0 is on slide 2."""
    arguments = {"slide_index": reading + 2, "box_index": box, "alignment": alignment}
    return ToolCall(name=f"{IMPRESS}.set_textbox_alignment", arguments=arguments)
