import re
from collections.abc import Mapping

from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

WRITER = "osworld_mcp_libreoffice_writer"
SAVE = ToolCall(name=f"{WRITER}.save")
SHARED = "/home/user/Shared"
REPLY = f"{SHARED}/reply.txt"
PDF = f"{SHARED}/notice.pdf"
EXPORT = ToolCall(name=f"{WRITER}.export_to_pdf", arguments={"output_path": PDF})
EXPORT_BUTTON = Click(x=237, y=115)
"""The button "Export Directly as PDF"."""
GAPS = {"[ROOM]": "Alder Room", "[HOUR]": "18:45"}


def mcp() -> Solution:
    yield from arrival()
    seen = yield ToolCall(name="filesystem_read_text_file", arguments={"path": REPLY})
    assert all(text in seen.results[0].text for text in GAPS.values()), seen.results[0].text
    yield from fill(GAPS)
    yield SAVE
    yield EXPORT


def gui() -> Solution:
    """Have the shell wait for the answer and show it, with a title that tells so; then fill the gaps."""
    yield TypeText(
        text=f"until cat {REPLY} 2> /dev/null; do sleep 0.2; done; printf '\\033]0;arrived\\007'; read; exit"
    )
    yield from act_until(Key(keys=("Return",)), in_front("arrived"))
    yield from act_until(Key(keys=("Return",)), in_front("notice.docx"))
    for gap, text in GAPS.items():
        yield Key(keys=("ctrl", "Home"))
        yield Key(keys=("ctrl", "f"))
        yield TypeText(text=f"{gap}\n")
        yield Key(keys=("Escape",))
        yield TypeText(text=text)
    yield from save_in_libreoffice()
    yield from act_until(EXPORT_BUTTON, in_front("Export"))
    yield from act_until(TypeText(text=f"{PDF}\n"), in_front("notice.docx"))


def also_exported_first(_guest: Guest) -> Solution:
    yield from arrival()
    yield from fill(GAPS)
    yield EXPORT
    yield SAVE


def wrong_room_that_is_taken(_guest: Guest) -> Solution:
    yield from arrival()
    yield from fill({**GAPS, "[ROOM]": "Elm Room"})
    yield SAVE
    yield EXPORT


def wrong_hour_of_spring(_guest: Guest) -> Solution:
    yield from arrival()
    yield from fill({**GAPS, "[HOUR]": "17:30"})
    yield SAVE
    yield EXPORT


def wrong_exported_before(_guest: Guest) -> Solution:
    yield EXPORT
    yield from arrival()
    yield from fill(GAPS)
    yield SAVE


def wrong_not_saved(_guest: Guest) -> Solution:
    yield from arrival()
    yield from fill(GAPS)
    yield EXPORT


def arrival() -> Solution:
    """Look into the folder until the answer is there."""
    arrived = False
    while not arrived:
        seen = yield ToolCall(name="filesystem_list_directory", arguments={"path": SHARED})
        arrived = "reply.txt" in seen.results[0].text


def fill(gaps: Mapping[str, str]) -> Solution:
    for gap, text in gaps.items():
        arguments = {"pattern": re.escape(gap), "replacement": text}
        yield ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
