import json

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

SETTINGS = "/home/user/reader/settings.yaml"
DIAGNOSE = "tree_sitter_diagnose_config"
CONFIGURE = "tree_sitter_configure"
EDIT = "filesystem_edit_file"
CONFIG = {"config_path": SETTINGS}


def mcp() -> Solution:
    yield ToolCall(name=DIAGNOSE, arguments=CONFIG)
    yield from mended("  max_size_mb: 40")


def wrong_line_dropped(_guest: Guest) -> Solution:
    yield from mended("")


def wrong_size_after(_guest: Guest) -> Solution:
    yield from mended("  max_size_mb: 40", when="config_after")


def mended(line: str, when: str = "config_before") -> Solution:
    change = {"oldText": "\tmax_size_mb: 40", "newText": line}
    yield ToolCall(name=EDIT, arguments={"path": SETTINGS, "edits": [change]})
    seen = yield ToolCall(name=DIAGNOSE, arguments=CONFIG)
    size = json.loads(seen.results[0].text)[when]["cache.max_size_mb"]
    seen = yield ToolCall(name=CONFIGURE, arguments=CONFIG)
    seconds = json.loads(seen.results[0].text)["cache"]["ttl_seconds"]
    yield Terminate(status="success", answer=f"{size}; {seconds}")
