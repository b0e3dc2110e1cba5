"""The events of tasks: what happens in the guest while the agent works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from controller.core.texts import encodable
from controller.episode.part_spec import MakePart, PartRun, PartSpec
from controller.records.event_values import count_of, text_of
from controller.records.spending import Count, Record


class TriggeredEventRecord(Record):
    """An event of the task: after how many steps it was executed (None if it was not), and why it failed, if it did."""

    text: str
    step: Count | None = None
    error: str = ""


def _open(_run: PartRun) -> MakePart:
    from controller.parts.events.part import TaskEvents

    return lambda _attempt: TaskEvents()


def _facts(events: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for event in events:
        text, error = (encodable(text_of(event.get(name))) for name in ("text", "error"))
        failed = f"; failed: {error}" if error else ""
        yield f"Event at step {count_of(event.get('step'))}", f"{text}{failed}"


PART = PartSpec(
    title="events",
    open=_open,
    tell_section=lambda events: [f"event: {event.text}" for event in events],
    record=tuple[TriggeredEventRecord, ...],
    old_field="triggered_events",
    kinds=("triggered_event",),
    facts=_facts,
)
