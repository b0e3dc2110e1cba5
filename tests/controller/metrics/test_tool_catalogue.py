"""Names and arguments against the tools of a run's guests."""

from __future__ import annotations

import pytest

from controller.metrics.tool_catalogue import Catalogue

NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
ANYTHING = {"type": "object", "properties": {}, "additionalProperties": True}
TEXT = {"type": "object", "properties": {"n": {"type": "string", "pattern": "^a+$"}}}


def test_names_and_arguments() -> None:
    tools = {"a.count": NUMBER, "b.any": ANYTHING, "c.text": TEXT}
    catalogue = Catalogue({"name": name, "input_schema": schema} for name, schema in tools.items())
    assert catalogue.names == {*tools}
    assert catalogue.has_tool("a.count") and not catalogue.has_tool("c.gone")
    assert catalogue.accepts("a.count", {"n": 1})
    for wrong in ({}, {"n": "one"}, {"n": 1, "m": 2}, None, [1]):
        assert not catalogue.accepts("a.count", wrong)
    assert catalogue.accepts("b.any", {"m": 2})
    assert catalogue.accepts("c.text", {"n": "aa"}) and not catalogue.accepts("c.text", {"n": "b"})
    # A text on which a search may take long counts as matching.
    assert catalogue.accepts("c.text", {"n": "b" * 201})


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nothing"},
        {"type": "object", "properties": {"n": {"$ref": "https://example.invalid/schema"}}},
        {"type": "object", "properties": {"n": {"type": "string", "pattern": "("}}},
        "no schema",
    ],
)
def test_a_broken_schema_accuses_nobody_and_fetches_nothing(schema: object) -> None:
    assert Catalogue([{"name": "a.b", "input_schema": schema}]).accepts("a.b", {"n": "x"})
