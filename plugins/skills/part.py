"""The part of episodes that gives agents documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from statistics import fmean
from typing import Annotated, Any, Literal

from plugins.skills.documents import read_documents, title_of
from testbed.errors import UsageError
from testbed.extensions import (
    DeclaredPart,
    EpisodePart,
    Option,
    OptionGroup,
    PartAttempt,
    PartCheck,
    PartRun,
    PlayedEpisode,
)
from testbed.guests import Tool, ToolResult
from testbed.results import MetricSpec
from testbed.tasks import Task

SHOWN = "What the agent is shown and may do"
TOOL = "read_skill"
_documents = cache(read_documents)


def parse_skills(value: str) -> str:
    """Check a value of `--skills`; "" and "none" are none. Raises UsageError."""
    if value in ("", "none"):
        return ""
    _documents(value)
    return value


class SkillOptions(OptionGroup):
    """Which documents agents are given, and how."""

    skills: Annotated[
        str, Option(SHOWN, "DIR", parse=parse_skills, study="grid", study_key="skills", local=True)
    ] = ""
    """Folder of Markdown documents that the agent is given for its work, such as how an application is used."""
    skills_by: Annotated[Literal["text", "tool"], Option(SHOWN, after="skills")] = "text"
    """How: all in the prompt, or by a tool that reads one by its name."""


class Reading(EpisodePart):
    """Offers the tool. The record has how often each document was read."""

    record: dict[str, int]

    def __init__(self, documents: Mapping[str, str]) -> None:
        self._given = documents
        self.record = {}

    def begin(self, episode: PlayedEpisode) -> None:
        episode.desktop.offer(reading_tool(self._given), self._answer)

    def _answer(self, arguments: Mapping[str, Any]) -> ToolResult:
        name = arguments.get("name")
        if not isinstance(name, str) or name not in self._given:
            names = ", ".join(self._given)
            return ToolResult(f"There is no document {name!r:.80}; there are: {names}", is_error=True)
        self.record = {**self.record, name: self.record.get(name, 0) + 1}
        return ToolResult(self._given[name])


def reading_tool(documents: Mapping[str, str]) -> Tool:
    """Return the tool that reads one of these documents, which its description lists."""
    listed = "; ".join(f"{name}: {title_of(text)}" for name, text in documents.items())
    schema = {
        "type": "object",
        "properties": {"name": {"type": "string", "enum": [*documents], "description": "A document's name."}},
        "required": ["name"],
        "additionalProperties": False,
    }
    text = f"Read a document about how this work is done. Each reading is a step. Documents: {listed}"
    return Tool(TOOL, text, schema, "skills", read_only=True)


def _mean_reads(outcomes: Sequence[Any]) -> float | None:
    records = [outcome.result.parts.get("skills") for outcome in outcomes if outcome.result]
    reads = [float(sum(record.values())) for record in records if record is not None]
    return fmean(reads) if reads else None


class Skills(DeclaredPart):
    """Documents for agents. The record has the documents that were read by the tool."""

    title = "skills"
    options = SkillOptions
    own_tools = (reading_tool({}),)
    record = dict[str, int]
    metrics = (
        MetricSpec(
            key="skills_read",
            label="skills read",
            definition="mean number of readings of documents by the tool, over the episodes that have it",
            compute=_mean_reads,
            better="higher",
            sparse=True,
            headline=False,
        ),
    )

    def prepare(self, task: Task, given: SkillOptions) -> Task:
        if not given.skills or given.skills_by == "tool":
            return task
        texts = (f"Document {name}:\n\n{text}" for name, text in _documents(given.skills).items())
        return task.with_play(replace(task.play, context=(*task.play.context, *texts)))

    def check(self, run: PartCheck) -> None:
        given: SkillOptions = run.given
        if not given.skills and given.skills_by == "tool":
            raise UsageError("--skills-by tool is given without --skills", hint="name a folder: --skills DIR")
        if given.skills and given.skills_by == "text":
            for task in run.tasks:
                if not self.prepare(task, given).play.context:
                    raise UsageError(
                        f"the prompt of {task.id} takes no documents", hint="give --skills-by tool"
                    )

    def open(self, run: PartRun) -> Callable[[PartAttempt], EpisodePart | None]:
        given: SkillOptions = run.given
        if not given.skills or given.skills_by == "text":
            return lambda _attempt: None
        documents = _documents(given.skills)
        return lambda _attempt: Reading(documents)

    def prompts(self, given: SkillOptions, tasks: Sequence[Task]) -> Mapping[str, str]:  # noqa: ARG002
        documents = _documents(given.skills) if given.skills else {}
        return {f"skill {name}": text for name, text in documents.items()}

    def marks(self, given: SkillOptions, records: Sequence[Any]) -> Iterable[str]:  # noqa: ARG002
        return [f"skills: {given.skills.rstrip('/').rpartition('/')[2]}"] if given.skills else []

    def explain(self, record: dict[str, int]) -> str:
        return f"{sum(record.values())} skills read" if record else ""


PART = Skills()
