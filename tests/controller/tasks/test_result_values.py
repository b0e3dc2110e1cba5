"""Values that solutions take from results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from controller.core.guest import ToolResult
from controller.core.observation import Observation
from controller.tasks.result_values import result_value

ROWS = [{"id": "mail-1", "name": "Jon"}, {"id": "mail-2", "name": "Mara", "body": "It costs 540.00 euros."}]


def seen(value: object, structured: Mapping[str, Any] | None = None) -> Observation:
    return Observation(b"", 1, 1, (), (ToolResult(text=json.dumps(value), structured=structured),))


@pytest.mark.parametrize(
    ("path", "pattern", "value"),
    [
        ("", "", ROWS),
        ("0/id", "", "mail-1"),
        ("name=Mara/id", "", "mail-2"),
        ("1/body", r"(\d+)\.00 euros", "540"),
    ],
)
def test_a_value_is_found_by_keys_indices_and_rows(path: str, pattern: str, value: object) -> None:
    assert result_value(seen(ROWS), path, pattern) == value
    assert result_value(seen("shown to a model", {"result": ROWS}), path, pattern) == value


def test_an_object_that_a_server_returned_is_taken_as_it_is() -> None:
    assert result_value(seen("", {"result": "sun", "day": 3}), "day") == 3


@pytest.mark.parametrize(
    ("path", "pattern"), [("2/id", ""), ("0/body", ""), ("name=Ida", ""), ("0/id", r"(\d\d)")]
)
def test_what_is_not_there_is_an_error(path: str, pattern: str) -> None:
    with pytest.raises(LookupError):
        result_value(seen(ROWS), path, pattern)


def test_a_result_that_is_no_json_is_an_error() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        result_value(Observation(b"", 1, 1, (), (ToolResult(text="refused", is_error=True),)))
