from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

from .variant import OLD, Facts

IMPRESS = "osworld_mcp_libreoffice_impress"
SAVE = ToolCall(name=f"{IMPRESS}.save")


def mcp(_facts: Facts) -> Solution:
    """The first box of a slide is its title."""
    seen = yield ToolCall(name=f"{IMPRESS}.env_info")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    yield write([slide["boxes"][0]["text"] for slide in content["slides"][2:] if not slide["hidden"]])
    yield SAVE


def gui(facts: Facts) -> Solution:
    """Look at all slides, then choose the second box of the second slide."""
    for _ in range(len(facts.parts) + 1):
        yield Key(keys=("Page_Down",))
    yield Key(keys=("Page_Up",), repeat=len(facts.parts))
    yield Key(keys=("Tab",), repeat=2)
    yield Key(keys=("F2",))
    yield Key(keys=("ctrl", "a"))
    yield TypeText(text="\n".join(facts.shown))
    yield Key(keys=("Escape",), repeat=2)
    yield from save_in_libreoffice()


def also_line_by_line(_guest: Guest, facts: Facts) -> Solution:
    yield write(facts.shown[:1])
    for title in facts.shown[1:]:
        yield write([f"\n{title}"], append=True)
    yield SAVE


def wrong_hidden_slides_too(_guest: Guest, facts: Facts) -> Solution:
    yield write([part.title for part in facts.parts])
    yield SAVE


def wrong_only_the_old_one_left_out(_guest: Guest, facts: Facts) -> Solution:
    yield write([part.title for part in facts.parts if OLD not in part.title])
    yield SAVE


def wrong_last_first(_guest: Guest, facts: Facts) -> Solution:
    yield write(facts.shown[::-1])
    yield SAVE


def wrong_in_one_line(_guest: Guest, facts: Facts) -> Solution:
    yield write([", ".join(facts.shown)])
    yield SAVE


def write(lines: Sequence[str], **more: object) -> ToolCall:
    arguments = {"content": "\n".join(lines), "page_index": 2, "box_index": 1, **more}
    return ToolCall(name=f"{IMPRESS}.write_text", arguments=arguments)
