import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

TEMPLATE = "tree_sitter_get_query_template_tool"
WRITE = "filesystem_write_file"


def mcp() -> Solution:
    yield from kept("go", "functions")


def wrong_structs(_guest: Guest) -> Solution:
    yield from kept("go", "structs")


def wrong_functions_of_rust(_guest: Guest) -> Solution:
    yield from kept("rust", "functions")


def wrong_answer_as_it_came(_guest: Guest) -> Solution:
    seen = yield ToolCall(name=TEMPLATE, arguments={"language": "go", "template_name": "functions"})
    yield written(seen.results[0].text)


def kept(language: str, template: str) -> Solution:
    seen = yield ToolCall(name=TEMPLATE, arguments={"language": language, "template_name": template})
    yield written(json.loads(seen.results[0].text)["query"])


def written(text: str) -> ToolCall:
    path = "/home/user/Documents/queries/functions.scm"
    return ToolCall(name=WRITE, arguments={"path": path, "content": text})
