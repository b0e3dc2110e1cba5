import json
from collections.abc import Sequence

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/Documents/compare"
TEMPLATES = "tree_sitter_list_query_templates_tool"
ADAPT = "tree_sitter_adapt_query"
BUILD = "tree_sitter_build_query"
NODES = "tree_sitter_get_node_types"
READ = "filesystem_read_text_file"
WRITE = "filesystem_write_file"


def mcp() -> Solution:
    yield ToolCall(name=TEMPLATES, arguments={"language": "python"})
    yield from compared()


def wrong_other_order(_guest: Guest) -> Solution:
    yield from compared(patterns=("assignments", "classes"))


def wrong_adapted_to_java(_guest: Guest) -> Solution:
    yield from compared(language="java")


def wrong_all_nodes(_guest: Guest) -> Solution:
    yield from compared(ending="")


def compared(
    *,
    language: str = "javascript",
    patterns: Sequence[str] = ("classes", "assignments"),
    ending: str = "_declaration",
) -> Solution:
    seen = yield ToolCall(name=READ, arguments={"path": f"{FOLDER}/names.scm"})
    query = {"query": seen.results[0].text, "from_language": "python", "to_language": language}
    seen = yield ToolCall(name=ADAPT, arguments=query)
    yield written("names-js.scm", json.loads(seen.results[0].text)["adapted_query"])
    wanted = {"language": "python", "patterns": list(patterns), "combine": "or"}
    seen = yield ToolCall(name=BUILD, arguments=wanted)
    yield written("python.scm", json.loads(seen.results[0].text)["query"])
    seen = yield ToolCall(name=NODES, arguments={"language": "javascript"})
    nodes = sorted(name for name in json.loads(seen.results[0].text) if name.endswith(ending))
    yield written("nodes.txt", "\n".join(nodes) + "\n")


def written(name: str, text: str) -> ToolCall:
    return ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/{name}", "content": text})
