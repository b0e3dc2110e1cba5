"""docs/tools.md: every tool of a guest with its parameters, and what the last sweep of their tests found."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from controller.applications.registry import TITLES
from controller.core.guest import GUI_PREFIX, Tool

_HEAD = """# The tools

Written by `scripts/tools_docs.py`; do not edit. How to add one: [adding_tools.md](adding_tools.md).

{count} tools. Their list as a model gets it (names, descriptions, parameters as JSON) is {kilobytes:.1f} KB. The GUI
actions, `computer.*`, come on top.

*Effect* and *Error* are what the last sweep of `tests/guest/tools` found: a test that reads the tool's effect by
other means than the tool, and one of its errors. *ms* is the median of the sweep's successful calls, from the host.

*Promise* is the effect that `tests/guest/fuzz` holds a tool to, on documents made to be difficult: this and nothing
else changes, one step of Undo takes it back where the application has Undo, and an error leaves everything as it was.
`scripts/fuzz_tools` looks for calls that break a promise.

    scripts/test tests/guest/tools --tools-sweep docs/tools_sweep.json && .venv/bin/python -m scripts.tools_docs
"""


class PromiseText(NamedTuple):
    """A tool's promise in words: its effect, what it refuses."""

    effect: str
    refuses: str


class SweepRow(TypedDict):
    """What a sweep found of a tool: "ok", "FAILED" or "no test"; median milliseconds, None without a call."""

    effect: str
    error: str
    median_ms: float | None


def list_bytes(tools: Sequence[Tool]) -> int:
    """Bytes of the tools' list as sent to a model: name, description and input schema, as compact JSON."""
    sent = [
        {"name": tool.name, "description": tool.description, "input_schema": dict(tool.input_schema)}
        for tool in tools
    ]
    return len(json.dumps(sent, ensure_ascii=False, separators=(",", ":")).encode())


def document(
    tools: Sequence[Tool], sweep: Mapping[str, SweepRow], promises: Mapping[str, PromiseText]
) -> str:
    """The page. Raises KeyError for tools of an application that is not declared."""
    listed = [tool for tool in tools if not tool.name.startswith(GUI_PREFIX)]
    parts = [_HEAD.format(count=len(listed), kilobytes=list_bytes(listed) / 1000)]
    for app in sorted({tool.app for tool in listed}):
        own = [tool for tool in listed if tool.app == app]
        parts.append(f"## {TITLES[app]} ({len(own)})\n")
        parts.append("| Tool | What it does | Parameters | Effect | Error | ms |")
        parts.append("| --- | --- | --- | --- | --- | ---: |")
        parts += [_row(tool, sweep.get(tool.name)) for tool in own]
        parts += ["", "| Tool | Promise | Refuses |", "| --- | --- | --- |"]
        parts += [
            f"| `{tool.name}` | {_cell(promise.effect)} | {_cell(promise.refuses)} |"
            for tool in own
            if (promise := promises.get(tool.name))
        ]
        parts.append("")
    return "\n".join(parts)


def _row(tool: Tool, row: SweepRow | None) -> str:
    swept = row or SweepRow(effect="no test", error="no test", median_ms=None)
    median = "" if swept["median_ms"] is None else f"{swept['median_ms']:.1f}"
    cells = (
        f"`{tool.name}`",
        _cell(tool.description),
        _parameters(tool.input_schema),
        swept["effect"],
        swept["error"],
        median,
    )
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|").replace("<", "&lt;")


def _parameters(schema: Mapping[str, Any]) -> str:
    required = set(schema.get("required", ()))
    return ", ".join(
        f"`{name}{'' if name in required else '?'}`: {_type(kind)}"
        for name, kind in schema.get("properties", {}).items()
    )


def _type(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_type(part) for part in schema["anyOf"] if part.get("type") != "null")
    return str(schema.get("type", "any"))
