"""The events of tasks: what happens in the guest while the agent works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from controller.core.texts import encodable
from controller.episode.declared_part import DeclaredPart, MakePart, PartAttempt, PartRun
from controller.episode.part import EpisodePart
from controller.records.event_values import count_of, text_of
from controller.records.spending import Count, Record
from controller.tasks.events import TaskEvent


class TriggeredEventRecord(Record):
    """An event of the task: after how many steps it was executed (None if it was not), and why it failed, if it did."""

    text: str
    step: Count | None = None
    error: str = ""


class Events(DeclaredPart):
    """Executes the events of tasks, which `Task.sections` has as a sequence of `TaskEvent`."""

    title = "events"
    record = tuple[TriggeredEventRecord, ...]
    old_field = "triggered_events"
    kinds = ("triggered_event",)

    def open(self, run: PartRun) -> MakePart:  # noqa: ARG002
        def make(attempt: PartAttempt) -> EpisodePart | None:
            if not attempt.task.sections.get("events"):
                return None
            from controller.parts.events.part import TaskEvents

            return TaskEvents()

        return make

    def tell_section(self, section: Sequence[TaskEvent]) -> Iterable[str]:
        return [f"event: {event.text}" for event in section]

    def facts(self, events: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
        for event in events:
            text, error = (encodable(text_of(event.get(name))) for name in ("text", "error"))
            failed = f"; failed: {error}" if error else ""
            yield f"Event at step {count_of(event.get('step'))}", f"{text}{failed}"


PART = Events()
