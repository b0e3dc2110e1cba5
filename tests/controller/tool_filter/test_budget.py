from __future__ import annotations

import json

import pytest

from controller.core.guest import Tool
from controller.tool_filter.budget import ToolBudget, parse_budget, token_count
from testbed.errors import UsageError

TOOL = Tool("vlc.play", "Start playing.", {"type": "object", "properties": {}}, "vlc")


@pytest.mark.parametrize(
    ("text", "budget"),
    [("25", ToolBudget(25)), ("4000t", ToolBudget(4000, in_tokens=True)), (" 1 ", ToolBudget(1))],
)
def test_a_budget_is_a_number_of_tools_or_tokens(text: str, budget: ToolBudget) -> None:
    assert parse_budget(text) == budget


@pytest.mark.parametrize("text", ["", "0", "-3", "many", "3.5", "10 t", "t", "0t", "12T", "9999999999", "٣"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="invalid tool budget"):
        parse_budget(text)


def test_a_token_is_four_bytes_of_the_definition() -> None:
    sent = {"name": TOOL.name, "description": TOOL.description, "input_schema": TOOL.input_schema}
    size = len(json.dumps(sent, separators=(",", ":")))
    assert size / 4 <= token_count(TOOL) < size / 4 + 1


def test_what_does_not_fit_is_passed_over() -> None:
    large = Tool("vlc.large", "word " * 400, {}, "vlc")
    budget = ToolBudget(token_count(TOOL) + 5, in_tokens=True)
    assert budget.select([large, TOOL, TOOL]) == [TOOL]
    assert budget.allows([TOOL]) and not budget.allows([TOOL, TOOL])
