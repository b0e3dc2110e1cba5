import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

COMPONENTS = "antd_components_list-components"
DOCS = "antd_components_get-component-docs"
EXAMPLES = "antd_components_list-component-examples"
WRITE = "filesystem_write_file"
RATE = {"componentName": "Rate"}


def mcp() -> Solution:
    yield ToolCall(name=COMPONENTS)
    seen = yield ToolCall(name=DOCS, arguments=RATE)
    keyboard = version("keyboard", seen.results[0].text)
    character = version("character", seen.results[0].text)
    yield from put("半星", f"{keyboard}; {character}")


def wrong_first_example(_guest: Guest) -> Solution:
    yield from put("基本", "5.18.0; 4.4.0")


def wrong_versions_exchanged(_guest: Guest) -> Solution:
    yield from put("半星", "4.4.0; 5.18.0")


def put(title: str, text: str) -> Solution:
    seen = yield ToolCall(name=EXAMPLES, arguments=RATE)
    code = re.search(rf"### {title}\n.*?```tsx\n(.*?)```", seen.results[0].text, re.DOTALL)
    assert code is not None
    yield ToolCall(name=WRITE, arguments={"path": "/home/user/Documents/HalfStars.tsx", "content": code[1]})
    yield Terminate(status="success", answer=text)


def version(name: str, docs: str) -> str:
    """The first version in the row of a property."""
    row = re.search(rf"^\| {name} \|.*$", docs, re.MULTILINE)
    assert row is not None
    found = re.search(r"\d+\.\d+\.\d+", row[0])
    assert found is not None
    return found[0]
