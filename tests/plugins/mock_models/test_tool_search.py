"""The search that the mocks make for a model."""

from __future__ import annotations

import re

import pytest

from controller.agents.tool_names import wire_name
from controller.tool_filter.catalogue import load_catalogue
from plugins.mock_models.tool_search import FOUND, LONGEST_QUERY, best, matching, query_for

TOOLS = [{"name": wire_name(tool.name), "description": tool.description} for tool in load_catalogue()]


def test_every_tool_of_the_image_is_found_by_its_words_and_by_its_name() -> None:
    for tool in TOOLS:
        query = query_for(tool)
        assert len(query) <= LONGEST_QUERY
        names = best(TOOLS, query)
        assert tool["name"] in names
        assert len(names) == FOUND
        assert tool["name"] in matching(TOOLS, re.escape(tool["name"]))


def test_a_pattern_finds_names_and_descriptions_whatever_the_case() -> None:
    tools = [{"name": "os__mute"}, {"name": "vlc__stop", "description": "Stop the SOUND."}]
    assert matching(tools, "mute|sound") == ["os__mute", "vlc__stop"]
    with pytest.raises(re.error):
        matching(tools, "(")
