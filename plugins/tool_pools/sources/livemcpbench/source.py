"""The tasks of a checkout of LiveMCPBench: `annotated_data/all_annotations.json`, and the tools of its servers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from plugins.tool_pools.sources.files import HOME, SuiteFile
from plugins.tool_pools.sources.source import (
    RESTORE,
    Entry,
    SuiteSource,
    checkout,
    read_json,
    read_list,
    validate,
)
from plugins.tool_pools.sources.task import ServerNeed, SuiteTask
from testbed.errors import UsageError
from testbed.tasks import JudgeNotes, SourceRef

SUITE = "livemcpbench"
DATA = "annotated_data"
TASKS = f"{DATA}/all_annotations.json"
SERVERS = "tools/LiveMCPTool/tools.json"
_NUMBER = re.compile(r"^\s*\d+\s*[.)]\s*")
_PATH = re.compile(r"/root/([\w./-]*\w)")


class _Metadata(Entry):
    steps: str = Field(alias="Steps", min_length=1)
    number_of_steps: str = Field("", alias="Number of steps")
    tools: str = Field(alias="Tools", min_length=1)
    number_of_tools: str = Field("", alias="Number of tools")


class _Annotation(Entry):
    task_id: str = Field(pattern=r"^[A-Za-z0-9_.-]+$")
    question: str = Field(alias="Question", min_length=1)
    answers: str = ""
    category: str = Field(pattern=r"^[A-Za-z]+$")
    file_name: str = ""
    metadata: _Metadata = Field(alias="Annotator Metadata")


def open_checkout(place: str) -> SuiteSource:
    """Open a checkout. Raises UsageError."""
    return SuiteSource(SUITE, checkout(SUITE, place, TASKS, SERVERS), _read)


def _read(folder: Path, ref: SourceRef) -> Iterator[SuiteTask]:
    path = folder / TASKS
    offering = _servers_by_tool(folder / SERVERS)
    for index, value in enumerate(read_list(path, "", read_json(path))):
        item = validate(_Annotation, path, f"[{index}]", value)
        tools = tuple(dict.fromkeys(_lines(item.metadata.tools)))
        yield SuiteTask(
            suite=SUITE,
            task_id=f"{item.category.lower()}/{item.task_id}",
            text=in_guest(item.question),
            notes=JudgeNotes(key_points=tuple(dict.fromkeys(map(in_guest, _lines(item.metadata.steps))))),
            file=path,
            entry=value,
            needs=tuple(ServerNeed(offering.get(tool, ()), tool) for tool in tools),
            named=tools,
            origin=ref,
            files=tuple(_files(folder / DATA, item)),
        )


def _files(data: Path, item: _Annotation) -> Iterator[SuiteFile]:
    """The inputs of a task: those that it declares, and those of the paths in its text that the checkout has.

    A path in the text that the checkout does not have is where a result belongs.
    """
    declared = [match.rstrip("/") for match in _PATH.findall(item.file_name)]
    named = [match.rstrip("/") for match in _PATH.findall(item.question)]
    for path in dict.fromkeys([*declared, *named]):
        file = SuiteFile(data, path, f"{HOME}/{path}")
        if path in declared or file.bundle or (data / path).exists():
            yield file


def in_guest(text: str) -> str:
    """Return a text with the guest's paths: the release's container runs as root, and the user has the same folders."""
    return re.sub(r"/root(?=/|\b)", HOME, text)


def _lines(text: str) -> list[str]:
    """Return the items of a numbered list, without the numbers."""
    return [line for line in (_NUMBER.sub("", line).strip() for line in text.splitlines()) if line]


def _servers_by_tool(path: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the servers that have each tool, in the file's order. Raises UsageError."""
    servers: dict[str, tuple[str, ...]] = {}
    for index, listed in enumerate(read_list(path, "", read_json(path))):
        for name, tool in _tools(path, index, listed):
            servers[tool] = (*servers.get(tool, ()), name)
    return servers


def _tools(path: Path, index: int, listed: Any) -> Iterator[tuple[str, str]]:
    try:
        for name, server in listed["tools"].items():
            yield from ((str(name), str(tool["name"])) for tool in server["tools"])
    except (AttributeError, KeyError, TypeError) as error:
        raise UsageError(
            f"{path}: [{index}]: has no tools by server, as {{server: {{tools: [{{name: ...}}]}}}}",
            hint=RESTORE,
        ) from error
