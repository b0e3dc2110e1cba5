"""docs/troubleshooting.md: its messages are those of the code, in alphabetical order."""

from __future__ import annotations

import ast
import re
from functools import cache

from tests.docs.pages import DOCS, PROJECT

PAGE = DOCS / "troubleshooting.md"
PACKAGES = ("controller", "vm_images", "checkers", "testbed", "mcp_tools")


def messages() -> list[str]:
    """The first column of the page's first table."""
    table = PAGE.read_text().partition("## Without a message")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    return [line.split(" | ")[0].removeprefix("| ") for line in lines[1:]]


@cache
def texts_of_the_code() -> tuple[str, ...]:
    """Every text in the packages' sources, with … for what is put in."""
    texts = set()
    for package in PACKAGES:
        for path in (PROJECT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.JoinedStr):
                    parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.values]
                    texts.add("".join(map(str, parts)))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    texts.add(node.value)
    return tuple(texts)


def fits(message: str, text: str) -> bool:
    """Whether a text of the code has the constant parts of a message, in order."""
    parts = [part.strip(" '") for part in message.split("…")]
    return re.search(".*".join(map(re.escape, parts)), text, re.DOTALL) is not None


def test_every_message_is_in_the_code() -> None:
    assert len(messages()) > 40
    assert [
        message for message in messages() if not any(fits(message, text) for text in texts_of_the_code())
    ] == []


def test_a_message_that_no_code_has_is_found() -> None:
    assert not any(fits("the moon is … away", text) for text in texts_of_the_code())


def test_messages_are_in_alphabetical_order() -> None:
    keys = [re.sub(r"[^a-z0-9 ]", "", message.lower()).strip() for message in messages()]
    assert keys == sorted(keys)
