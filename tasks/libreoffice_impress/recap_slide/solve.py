from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, save_in_libreoffice, shows

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")


def mcp() -> Solution:
    yield _duplicate(1, after=4)
    yield _title(5, "Recap")
    yield SAVE


def gui() -> Solution:
    """In the list of slides, copy the first and paste it after the last; then type over the copy's title."""
    yield Click(x=191, y=290)
    yield Key(keys=("ctrl", "c"))
    yield from act_until(Key(keys=("End",)), shows(95, 640, 0xA2C0E2))  # the fourth slide is chosen
    yield from act_until(Key(keys=("ctrl", "v")), shows(95, 650, 0x9BB9DB))  # the fifth
    yield from act_until(Click(x=555, y=322, count=2), shows(331, 320, 0xCCE0F8))  # the title's frame
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text="Recap")
    yield Key(keys=("Escape",))
    yield from save_in_libreoffice()


def wrong_title_kept(_guest: Guest) -> Solution:
    yield _duplicate(1, after=4)
    yield SAVE


def wrong_place(_guest: Guest) -> Solution:
    yield _duplicate(1, after=1)
    yield _title(2, "Recap")
    yield SAVE


def wrong_original_retitled(_guest: Guest) -> Solution:
    yield _duplicate(1, after=4)
    yield _title(1, "Recap")
    yield SAVE


def wrong_slide_copied(_guest: Guest) -> Solution:
    yield _duplicate(2, after=4)
    yield _title(5, "Recap")
    yield SAVE


def _duplicate(slide: int, after: int) -> ToolCall:
    arguments = {"slide_index": slide, "target_position": after}
    return ToolCall(name=f"{IMPRESS}.duplicate_slide", arguments=arguments)


def _title(slide: int, text: str) -> ToolCall:
    arguments = {"content": text, "page_index": slide, "box_index": 0}
    return ToolCall(name=f"{IMPRESS}.write_text", arguments=arguments)
