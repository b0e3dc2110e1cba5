"""What the parts of episodes have to say on the pages of the viewer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from controller.core.parts import all_parts, said
from controller.records.part_records import texts_of_parts
from controller.records.run_info import EpisodeResult
from controller.records.trajectory import Trajectory
from controller.results.viewer.html import Html, el
from controller.results.viewer.words import seconds

if TYPE_CHECKING:
    from testbed.extensions import Badge, StepNote

Row = tuple[str, Html | str]
NoteOnPage = tuple[str, "StepNote"]
"""A part's name and its note about a step."""


def notes_by_step(trajectory: Trajectory) -> Mapping[int, list[NoteOnPage]]:
    """The notes of parts about steps, by the step's number."""
    notes: dict[int, list[NoteOnPage]] = {}
    for name, spec in all_parts().items():
        for kind in spec.kinds or (name,):
            for event in trajectory.others.get(kind, ()):
                step = event.get("step")
                if isinstance(step, int) and (note := said(spec.note, event)):
                    notes.setdefault(step, []).append((name, note))
    return notes


def badge(found: Badge) -> Html:
    """A part's badge."""
    return el("span", found.text, class_=f"badge {found.look}")


def badges_of(result: EpisodeResult | None) -> Iterator[Html]:
    """The badges of an episode with a result."""
    parts = all_parts()
    for name, record in result.parts.items() if result else ():
        if name in parts and (found := said(parts[name].badge, record)):
            yield badge(found)


def note_text(name: str, note: StepNote) -> Html | None:
    """The text of a note: its title, how long it took, and what there is to say."""
    if not (note.title or note.text):
        return None
    after = "" if note.seconds is None else f" after {seconds(note.seconds)}"
    return el("p", el("b", f"{note.title}{after}"), f": {note.text}", class_=name)


def commands_from(folder: Path, episode: tuple[str, int], steps: int) -> Iterator[tuple[str, str]]:
    """What parts offer to go on with from an episode after so many steps: titles and commands."""
    for spec in all_parts().values():
        if found := said(spec.command_from, folder, episode, steps):
            yield found


def said_of(result: EpisodeResult | None) -> Iterator[Row]:
    """What parts did in an episode, in a few words."""
    for title, text in texts_of_parts(result.parts if result else {}):
        yield title.capitalize(), text


def facts_of(trajectory: Trajectory) -> Iterator[Row]:
    """What parts have to say about the events of an episode, and the parts that failed in it."""
    for name, spec in all_parts().items():
        for kind in spec.kinds or (name,):
            if events := trajectory.others.get(kind):
                yield from said(spec.facts, events) or ()
    for event in trajectory.others.get("part_failed", ()):
        yield f"Part {event.get('part')}", f"failed, and the episode went on without it: {event.get('error')}"
