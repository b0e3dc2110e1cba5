from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

WRITER = "osworld_mcp_libreoffice_writer"
NEW = "Harbor & Finch Ltd"
REPLACEMENT = Click(x=704, y=319)
REPLACE_ALL = Click(x=963, y=374)


def mcp() -> Solution:
    yield _replace("Brightwater Ltd", NEW)
    yield ToolCall(name=f"{WRITER}.save")


def gui() -> Solution:
    yield from act_until(Key(keys=("ctrl", "h")), in_front("Find and Replace"))
    yield TypeText(text="Brightwater Ltd")
    yield REPLACEMENT
    yield TypeText(text=NEW)
    yield REPLACE_ALL
    yield from act_until(Key(keys=("Escape",)), in_front("agreement.docx"))
    yield from save_in_libreoffice()


def wrong_table_forgotten(_guest: Guest) -> Solution:
    yield _replace("Brightwater Ltd", NEW, paragraph_indices=list(range(7)))
    yield ToolCall(name=f"{WRITER}.save")


def wrong_mail_address_changed(_guest: Guest) -> Solution:
    yield _replace("(?i)brightwater( Ltd)?", NEW)
    yield ToolCall(name=f"{WRITER}.save")


def wrong_doubled_ending(_guest: Guest) -> Solution:
    yield _replace("Brightwater", NEW)
    yield ToolCall(name=f"{WRITER}.save")


def wrong_not_saved(_guest: Guest) -> Solution:
    yield _replace("Brightwater Ltd", NEW)


def _replace(pattern: str, replacement: str, **more: object) -> ToolCall:
    arguments = {"pattern": pattern, "replacement": replacement, **more}
    return ToolCall(name=f"{WRITER}.find_and_replace", arguments=arguments)
