"""Schemas made short, and what they still say."""

from __future__ import annotations

from typing import Annotated

import jsonschema
from mcp.server.mcpserver.tools import Tool
from pydantic import BaseModel, Field

from mcp_tools.schemas import compact


class Place(BaseModel):
    x: float
    note: str | None = None


def example(
    name: Annotated[str, Field(description="A title.")],
    title: str = "none",
    size: Annotated[int | None, Field(ge=1, description="In points.")] = None,
    place: Place | None = None,
    both: int | str | None = None,
) -> None:
    """Do nothing."""


SCHEMA = Tool.from_function(example).parameters


def test_what_may_be_left_out_is_plain_and_titles_are_gone() -> None:
    short = compact(SCHEMA)
    assert short["properties"]["name"] == {"description": "A title.", "type": "string"}
    assert short["properties"]["title"] == {"default": "none", "type": "string"}
    assert short["properties"]["size"] == {"type": "integer", "minimum": 1, "description": "In points."}
    assert short["properties"]["place"] == {"$ref": "#/$defs/Place"}
    assert "title" not in short and "title" not in short["$defs"]["Place"]
    assert {"type": "string"} in short["properties"]["both"]["anyOf"]
    assert short["required"] == ["name"]


def test_it_still_refuses_and_accepts() -> None:
    validator = jsonschema.Draft202012Validator(compact(SCHEMA))
    assert validator.is_valid({"name": "a", "size": 2, "place": {"x": 1.5}})
    assert not validator.is_valid({"name": "a", "size": 0})
    assert not validator.is_valid({"size": 2})
    assert not validator.is_valid({"name": "a", "place": {"note": "no x"}})
