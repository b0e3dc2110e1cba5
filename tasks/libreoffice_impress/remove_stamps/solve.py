from testbed.actions import Key, ToolCall
from testbed.tasks import Guest, Solution, save_in_libreoffice

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")
STAMP = "DRAFT"
STAMPED = (1, 3, 4, 6)
SLIDES = 6


def mcp() -> Solution:
    """Find the boxes that say nothing but DRAFT, and delete them."""
    seen = yield ToolCall(name=f"{IMPRESS}.env_info")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    for slide in content["slides"]:
        for box in slide["boxes"]:
            if box["text"].strip() == STAMP:
                yield delete(slide["slide_index"], box["box_index"])
    yield SAVE


def gui() -> Solution:
    """On each slide with a stamp: Tab chooses the boxes from back to front, the stamp is the third."""
    for number in range(1, SLIDES + 1):
        if number in STAMPED:
            yield Key(keys=("Tab",), repeat=3)
            yield Key(keys=("Delete",))
            yield Key(keys=("Escape",))
        yield Key(keys=("Page_Down",))
    yield from save_in_libreoffice()


def wrong_first_slide_forgotten(_guest: Guest) -> Solution:
    for number in STAMPED[1:]:
        yield delete(number)
    yield SAVE


def wrong_texts_emptied(_guest: Guest) -> Solution:
    for number in STAMPED:
        arguments = {"content": "", "page_index": number, "box_index": 2}
        yield ToolCall(name=f"{IMPRESS}.write_text", arguments=arguments)
    yield SAVE


def wrong_all_that_speaks_of_drafts(_guest: Guest) -> Solution:
    for number in STAMPED:
        yield delete(number)
    yield delete(4, 0)
    yield SAVE


def wrong_not_saved(_guest: Guest) -> Solution:
    for number in STAMPED:
        yield delete(number)


def delete(slide: int, box: int = 2) -> ToolCall:
    arguments = {"slide_index": slide, "box_index": box}
    return ToolCall(name=f"{IMPRESS}.delete_content", arguments=arguments)
