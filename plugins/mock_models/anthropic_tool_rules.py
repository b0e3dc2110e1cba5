"""Validation of the tools in a request of the Messages API."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from anthropic import types

from plugins.mock_models.anthropic_models import BETAS, find_model
from plugins.mock_models.anthropic_shapes import check_shape, invalid
from plugins.mock_models.shapes import adapter, schema_error

MAX_DEFERRED = 10_000
SEARCHES = {
    "tool_search_tool_bm25_20251119": adapter(types.ToolSearchToolBm25_20251119Param),
    "tool_search_tool_regex_20251119": adapter(types.ToolSearchToolRegex20251119Param),
}
TOOLSET = "computer_toolset_20260801"
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_TOOL = adapter(types.ToolParam)
_COMPUTERS = {
    "computer_toolset_20260801": adapter(types.ComputerToolset20260801Param),
    "computer_20251124": adapter(types.beta.BetaToolComputerUse20251124Param),
    "computer_20250124": adapter(types.beta.BetaToolComputerUse20250124Param),
}


def check_tools(tools: list[dict[str, Any]], model: str, betas: list[str]) -> None:
    """Validate a request's tools. Raises ApiError."""
    names: set[str] = set()
    for index, tool in enumerate(tools):
        where, kind = f"tools.{index}", tool.get("type", "custom")
        if kind in BETAS:
            if BETAS[kind] and BETAS[kind] not in betas:
                raise invalid(f"{where}: Input tag '{kind}' does not match any of the expected tags")
            if kind != find_model(model).computer:
                raise invalid(f"{where}: this model does not support {kind}")
            check_shape(_COMPUTERS[kind], tool, where)
            if kind == TOOLSET:
                _check_members(tool.get("configs") or {}, where)
            name = "computer"
        elif kind in SEARCHES:
            check_shape(SEARCHES[kind], tool, where)
            name = tool["name"]
        elif kind == "custom":
            check_shape(_TOOL, tool, where)
            name = tool["name"]
            if not _NAME.fullmatch(name):
                raise invalid(f"{where}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,64}}$'")
            _check_schema(tool["input_schema"], f"{where}.custom.input_schema")
        else:
            raise invalid(f"{where}: Input tag '{kind}' does not match any of the expected tags")
        if name in names:
            raise invalid("tools: Tool names must be unique.")
        names.add(name)
    _check_deferred_tools(tools)


def _check_members(configs: Mapping[str, Any], where: str) -> None:
    members = set(types.ComputerToolsetConfigsParam.__annotations__)
    if {name for name, config in configs.items() if (config or {}).get("enabled") is False} == members:
        raise invalid(f"{where}.configs: at least one member must be enabled")
    if len({bool((configs.get(name) or {}).get("defer_loading")) for name in members}) > 1:
        raise invalid(f"{where}.configs: defer_loading must be the same on every enabled member")


def _check_schema(schema: Mapping[str, Any], where: str) -> None:
    if schema.get("type") != "object":
        raise invalid(f"{where}.type: Input should be 'object'")
    if {"oneOf", "allOf", "anyOf"} & set(schema):
        raise invalid(f"{where}: input_schema does not support oneOf, allOf, or anyOf at the top level")
    if schema_error(json.dumps(schema)):
        raise invalid(f"{where}: JSON schema is invalid. It must match JSON Schema draft 2020-12")


def _check_deferred_tools(tools: list[dict[str, Any]]) -> None:
    deferred = [tool for tool in tools if tool.get("defer_loading")]
    if tools and len(deferred) == len(tools):
        raise invalid("At least one tool must have defer_loading=false. All tools cannot be deferred.")
    if len(deferred) > MAX_DEFERRED:
        raise invalid(f"tools: at most {MAX_DEFERRED} tools with defer_loading are supported")
    for tool in deferred:
        if tool.get("cache_control"):
            raise invalid(
                f"Tool '{tool['name']}' cannot have both defer_loading=true and cache_control set. Tools with "
                "defer_loading cannot use prompt caching."
            )
