from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mcp_tools.registry import all_tools, tool


def describe() -> str:
    """It has a description."""
    return ""


def undescribed() -> str:
    return ""


@pytest.mark.parametrize(
    ("function", "options", "problem"),
    [
        (undescribed, {}, "has no docstring"),
        (describe, {"read_only": True, "destructive": True}, "both read-only and destructive"),
        (describe, {"seconds": 0}, "time limit above 0"),
    ],
)
def test_a_malformed_tool_is_refused(
    function: Callable[[], str], options: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        tool("test.malformed", app="os", **options)(function)


def test_a_name_is_taken_once() -> None:
    tool("test.registry_once", app="os")(describe)
    with pytest.raises(ValueError, match="two tools are called"):
        tool("test.registry_once", app="os")(describe)
    assert [spec.description for spec in all_tools() if spec.name == "test.registry_once"] == [
        "It has a description."
    ]
