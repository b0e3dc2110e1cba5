"""The tasks of a checkout of MCPVerse: the tables in `mcpverse/data`, and the servers of `mcpverse/tool_full.json`."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field

from plugins.tool_pools.sources.files import HOME, SuiteFile
from plugins.tool_pools.sources.names import added_id, server_names
from plugins.tool_pools.sources.source import (
    RESTORE,
    Entry,
    SuiteSource,
    checkout,
    read_json,
    read_text,
    validate,
)
from plugins.tool_pools.sources.task import ServerNeed, SuiteTask
from testbed.errors import UsageError
from testbed.results import without_junk
from testbed.tasks import JudgeNotes, Level, SourceRef

SUITE = "mcpverse"
DATA = "mcpverse/data"
SERVERS = "mcpverse/tool_full.json"
CODE = "code"
"""What the tables call the release's own tool for Python, which is no server of its list."""
_TIMES = re.compile(r"\s*\*\s*\w+\s*$")
_INPUT = re.compile(r"(?<![\w/])(?:\./)?(test_data(?:/[\w.-]*\w)*)")
_OUTPUT = re.compile(r"(?:\./)?outputs/\{OUTPUT_SUB_FOLDER\}")


class _Row(Entry):
    question_id: str = Field(pattern=r"^[A-Za-z0-9_.-]+$")
    question: str = Field(min_length=1)
    servers: str = Field(alias="MCP", min_length=1)
    tool: str = ""
    complexity: Level
    answer: str = ""
    eval_method: Literal["llm_as_a_judge", "eval_script"]
    time_sensitive: Literal["Yes", "No"] = Field("No", alias="time-sensitive")


def open_checkout(place: str) -> SuiteSource:
    """Open a checkout. Raises UsageError."""
    return SuiteSource(SUITE, checkout(SUITE, place, DATA, SERVERS), _read)


def _read(folder: Path, ref: SourceRef) -> Iterator[SuiteTask]:
    known = {CODE, *_known_servers(folder / SERVERS)}
    root = folder / "mcpverse"
    for path in without_junk((folder / DATA).glob("*.csv")):
        for line, value in _rows(path):
            row = validate(_Row, path, f"line {line}", value)
            servers = [name.strip() for name in row.servers.split("+")]
            if unknown := next((name for name in servers if name not in known), ""):
                raise UsageError(
                    f"{path}: line {line}.MCP: {SERVERS} has no server {unknown!r}", hint=RESTORE
                )
            yield SuiteTask(
                suite=SUITE,
                task_id=f"{added_id(row.servers)}/{row.question_id}",
                text=_in_guest(row.question),
                notes=JudgeNotes(reference=_in_guest(row.answer)),
                file=path,
                entry=value,
                needs=tuple(ServerNeed((name,)) for name in dict.fromkeys(servers)),
                named=tuple(_tools(row.tool)),
                origin=ref,
                files=tuple(_files(root, row.question, servers)),
                unscored=_unscored(row),
                length=row.complexity,
            )


def _tools(text: str) -> Iterator[str]:
    """Yield the tools of the column `tool`, such as "git_log + git/git_show" and "read_file * 13"."""
    for part in text.split("+"):
        if name := _TIMES.sub("", part).strip().rpartition("/")[2]:
            yield name


def _unscored(row: _Row) -> str:
    if row.time_sensitive == "Yes":
        return "needs the web: the answer is time-sensitive, and the release's script asks services for it"
    if row.eval_method == "eval_script":
        return f"needs a script: eval_scripts/{row.question_id}.py judges it, which testbed does not run"
    return "" if row.answer.strip() else "needs a reference: the table has no answer"


def _files(root: Path, question: str, servers: list[str]) -> Iterator[SuiteFile]:
    for path in dict.fromkeys(_INPUT.findall(question)):
        yield SuiteFile(root, path, f"{HOME}/{path}")
    for name in servers:
        for file in server_names(SUITE).files.get(name, ()):
            yield SuiteFile(root, file.path, file.to)


def _in_guest(text: str) -> str:
    """The release's programs run in its folder; paths of tasks are below the user's home folder here."""
    text = _OUTPUT.sub(f"{HOME}/outputs", text)
    return _INPUT.sub(lambda match: f"{HOME}/{match[1]}", text)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of a table, each with the number of its last line. Raises UsageError."""
    reader = csv.reader(io.StringIO(read_text(path)), strict=True)
    try:
        header = next(reader, [])
        for row in reader:
            if len(row) != len(header):
                raise UsageError(
                    f"{path}: line {reader.line_num}: has {len(row)} fields, the header has {len(header)}",
                    hint=RESTORE,
                )
            yield reader.line_num, dict(zip(header, row, strict=True))
    except csv.Error as error:
        raise UsageError(f"{path}: line {reader.line_num}: not CSV: {error}", hint=RESTORE) from error


def _known_servers(path: Path) -> list[str]:
    data = read_json(path)
    servers = data.get("mcpServers") if isinstance(data, dict) else None
    if not isinstance(servers, dict):
        raise UsageError(f"{path}: has no object mcpServers", hint=RESTORE)
    return list(servers)
