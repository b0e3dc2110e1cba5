"""What filters are measured on: instructions, what is on the screen, and the tools they need."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.core.guest import Tool
from controller.core.invalid_data import describe_invalid
from controller.tasks.task import Task
from controller.tasks.toml_lines import line_of
from controller.tool_filter.areas import WINDOW_AREAS
from controller.tool_filter.base import FilterRequest
from testbed.errors import UsageError

TABLE = "request"
"""The table of a TOML file that holds a case."""


@dataclass(frozen=True, slots=True)
class FilterCase:
    """A request, and what it needs: of each set of tools one."""

    request: FilterRequest
    needs: tuple[frozenset[str], ...]


class _CaseEntry(BaseModel):
    model_config = ConfigDict(extra="forbid")

    instruction: str = Field(min_length=1, pattern=r"\S")
    application: str = ""
    open: tuple[str, ...] = ()
    tools: tuple[str | tuple[str, ...], ...] = Field(min_length=1)


def task_cases(tasks: Sequence[Task]) -> list[FilterCase]:
    """The tasks that have annotated tools, as their set-up leaves the screen."""
    return [FilterCase(_task_request(task), _needs(task.info.tools)) for task in tasks if task.info.tools]


def file_cases(path: Path, catalogue: Sequence[Tool]) -> list[FilterCase]:
    """The cases of a JSON Lines file, or of a TOML file with [[request]] tables.

    Raises UsageError with file and line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is no UTF-8 text: {error.reason} at byte {error.start}") from error
    names = {tool.name for tool in catalogue}
    apps = {tool.app for tool in catalogue} | set(WINDOW_AREAS) | {""}
    rows = _toml_rows(path, text) if path.suffix == ".toml" else _json_rows(path, text)
    cases = [_case(f"{path}:{line}", data, names, apps) for line, data in rows]
    if not cases:
        raise UsageError(
            f"there is no request in {path}",
            hint='a line is {"instruction": "...", "application": "vlc", "tools": ["..."]}',
        )
    return cases


def _task_request(task: Task) -> FilterRequest:
    opened = task.info.opened
    return FilterRequest(
        instruction=task.instruction,
        active_app=opened[-1].app if opened else "",
        open_apps=frozenset(step.app for step in opened),
        titles=tuple((step.app, PurePosixPath(name).name) for step in opened for name in step.files[:1]),
        annotated=task.info.tools,
    )


def _json_rows(path: Path, text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except json.JSONDecodeError as error:
                raise UsageError(f"{path}:{number}: no JSON: {error.msg} at column {error.colno}") from error


def _toml_rows(path: Path, text: str) -> Iterator[tuple[int, Any]]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: no TOML: {error}") from error
    for key in data:
        if key != TABLE:
            raise UsageError(f"{path}:{line_of(text, (key,))}: unknown key {key!r}", hint=f"use [[{TABLE}]]")
    rows = data.get(TABLE, [])
    if not isinstance(rows, list):
        raise UsageError(f"{path}:{line_of(text, (TABLE,))}: {TABLE} is one table", hint=f"use [[{TABLE}]]")
    for number, row in enumerate(rows):
        yield line_of(text, (TABLE, number)), row


def _case(place: str, data: Any, names: set[str], apps: set[str]) -> FilterCase:
    try:
        written = _CaseEntry.model_validate(data)
    except ValidationError as error:
        raise UsageError(
            f"{place}: {describe_invalid(error)}", hint="a request has instruction, application, open, tools"
        ) from error
    needs = _needs(written.tools)
    for name in sorted(set().union(*needs)):
        _check(place, "tool", name, names)
    open_apps = frozenset((written.application, *written.open)) - {""}
    for app in sorted(open_apps):
        _check(place, "application", app, apps)
    annotated = tuple(sorted(set().union(*needs)))
    return FilterCase(
        FilterRequest(written.instruction, written.application, open_apps, annotated=annotated), needs
    )


def _needs(tools: Sequence[str | Sequence[str]]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset((tool,) if isinstance(tool, str) else tool) for tool in tools)


def _check(place: str, kind: str, name: str, known: set[str]) -> None:
    if name in known:
        return
    close = difflib.get_close_matches(name, known, n=1)
    raise UsageError(
        f"{place}: there is no {kind} {name!r}", hint=f"did you mean {close[0]!r}?" if close else ""
    )
