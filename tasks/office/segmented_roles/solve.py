import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

CHANGES = "antd_components_get-component-changelog"


def mcp() -> Solution:
    seen = yield ToolCall(name=CHANGES, arguments={"componentName": "Segmented"})
    found = re.search(r"^([\d.]+)：([\d-]+)：.*`role`", seen.results[0].text, re.MULTILINE)
    assert found is not None
    yield answer(f"{found[1]}; {found[2]}")


def also_with_a_word(_guest: Guest) -> Solution:
    yield answer("Version 6.1.2; 2025-12-24.")


def wrong_newest_change(_guest: Guest) -> Solution:
    seen = yield ToolCall(name=CHANGES, arguments={"componentName": "Segmented"})
    found = re.search(r"^([\d.]+)：([\d-]+)：", seen.results[0].text, re.MULTILINE)
    assert found is not None
    yield answer(f"{found[1]}; {found[2]}")


def wrong_day(_guest: Guest) -> Solution:
    yield answer("6.1.2; 2026-02-24")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
