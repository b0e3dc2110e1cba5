from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, save_in_libreoffice

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
NAMES = {"AL": "Anna Lund", "RK": "Rosa Kern"}
FIRST, LAST = 2, 9
"""The paragraphs that are spoken, from 0 for the title; the reporter begins."""


def mcp() -> Solution:
    for initials, name in NAMES.items():
        yield replace(f"^{initials}:", f"{name}:")
    yield SAVE


def gui() -> Solution:
    """Go from paragraph to paragraph, and type over the two letters at its beginning."""
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("ctrl", "Down"), repeat=FIRST)
    for number in range(FIRST, LAST + 1):
        yield Key(keys=("shift", "Right"), repeat=2)
        yield TypeText(text=list(NAMES.values())[number % 2])
        yield Key(keys=("ctrl", "Down"))
    yield from save_in_libreoffice()


def also_paragraph_by_paragraph(_guest: Guest) -> Solution:
    for number in range(FIRST, LAST + 1):
        initials = list(NAMES)[number % 2]
        yield replace(f"^{initials}", NAMES[initials], number)
    yield SAVE


def wrong_everywhere(_guest: Guest) -> Solution:
    for initials, name in NAMES.items():
        yield replace(initials, name)
    yield SAVE


def wrong_wherever_a_colon_follows(_guest: Guest) -> Solution:
    """On the bow of the barge, too."""
    for initials, name in NAMES.items():
        yield replace(f"{initials}:", f"{name}:")
    yield SAVE


def wrong_reporter_alone(_guest: Guest) -> Solution:
    yield replace("^AL:", "Anna Lund:")
    yield SAVE


def wrong_names_exchanged(_guest: Guest) -> Solution:
    yield replace("^AL:", "Rosa Kern:")
    yield replace("^RK:", "Anna Lund:")
    yield SAVE


def replace(pattern: str, replacement: str, *paragraphs: int) -> ToolCall:
    arguments: dict[str, object] = {"pattern": pattern, "replacement": replacement}
    if paragraphs:
        arguments["paragraph_indices"] = list(paragraphs)
    return ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
