import json
from collections.abc import Sequence
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

LAB = "/home/user/lab"
PROJECT = {"project": "lab"}
REGISTER = "tree_sitter_register_project_tool"
PROJECTS = "tree_sitter_list_projects_tool"
LIST = "tree_sitter_list_files"
FIND = "tree_sitter_find_text"
GET = "tree_sitter_get_file"
METADATA = "tree_sitter_get_file_metadata"
REMOVE = "tree_sitter_remove_project_tool"
READ = "text_editor_get_text_file_contents"
EDIT = "text_editor_edit_text_file_contents"
NEW = "GAIN = 3.2  # of the new amplifier\n"
IMPORT = "from amplify import GAIN\nfrom report import line\n\n"
Patch = tuple[int, int, str]


def mcp() -> Solution:
    yield ToolCall(name=REGISTER, arguments={"path": LAB, "name": "lab"})
    yield ToolCall(name=PROJECTS)
    yield ToolCall(name=LIST, arguments={**PROJECT, "pattern": "**/*.py"})
    yield ToolCall(name=FIND, arguments={**PROJECT, "pattern": "GAIN =", "file_pattern": "**/*.py"})
    yield ToolCall(name=GET, arguments={**PROJECT, "path": "plot.py"})
    yield from edited("amplify.py", (1, 1, NEW))
    yield from edited("plot.py", (1, 4, IMPORT))
    total = 0
    for name in ("amplify.py", "plot.py", "report.py"):
        seen = yield ToolCall(name=METADATA, arguments={**PROJECT, "path": name})
        total += json.loads(seen.results[0].text)["line_count"]
    yield ToolCall(name=REMOVE, arguments={"name": "lab"})
    yield Terminate(status="success", answer=str(total))


def wrong_gain_in_both(_guest: Guest) -> Solution:
    yield from edited("amplify.py", (1, 1, NEW))
    yield from edited("plot.py", (3, 3, "GAIN = 3.2\n"))
    yield Terminate(status="success", answer="18")


def wrong_old_remark(_guest: Guest) -> Solution:
    yield from edited("amplify.py", (1, 1, "GAIN = 3.2  # of the old amplifier\n"))
    yield from edited("plot.py", (1, 4, IMPORT))
    yield Terminate(status="success", answer="17")


def wrong_count_with_the_notes(_guest: Guest) -> Solution:
    yield from edited("amplify.py", (1, 1, NEW))
    yield from edited("plot.py", (1, 4, IMPORT))
    yield Terminate(status="success", answer="18")


def edited(name: str, *patches: Patch) -> Solution:
    """Replace lines of a file by their numbers."""
    path = f"{LAB}/{name}"
    ranges = [{"start": first, "end": last} for first, last, _ in patches]
    seen = yield ToolCall(name=READ, arguments={"files": [{"file_path": path, "ranges": ranges}]})
    read = json.loads(seen.results[0].text)[path]
    change = {"path": path, "file_hash": read["file_hash"], "patches": numbered(patches, read["ranges"])}
    yield ToolCall(name=EDIT, arguments={"files": [change]})


def numbered(patches: Sequence[Patch], ranges: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"line_start": first, "line_end": last, "contents": text, "range_hash": part["range_hash"]}
        for (first, last, text), part in zip(patches, ranges, strict=True)
    ]
