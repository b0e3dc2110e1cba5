from controller.actions import ToolCall
from controller.agents.oracle import Solution
from controller.guest import Guest

WRITER = "osworld_mcp_libreoffice_writer"
NEW = "Harbor & Finch Ltd"


def mcp() -> Solution:
    yield _replace("Brightwater Ltd", NEW)
    yield ToolCall(name=f"{WRITER}.save")


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
