"""The part of episodes that loads a life into the guest, tells the context, and records the checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from plugins.persona.categories import category_of
from plugins.persona.context import DEFAULT, paragraphs, parse_context
from plugins.persona.failures import failure_of
from plugins.persona.metrics import METRICS
from plugins.persona.record import CheckpointRecord, PersonaRecord
from plugins.persona.section import SEARCHES, PersonaSection
from testbed.actions import ToolCall
from testbed.errors import TaskError
from testbed.extensions import (
    Badge,
    DeclaredPart,
    EpisodePart,
    Judgement,
    Option,
    OptionGroup,
    PartAttempt,
    PartRun,
    PlayedEpisode,
    StepNote,
    StepRecord,
)
from testbed.guests import Guest, GuestView
from testbed.tasks import Task

if TYPE_CHECKING:
    from plugins.persona.state_log import StateLog

NAME = "persona"
COLLATERAL = "no other record has changed"
"""The claim of `checkers.personal` about what nothing asks for."""
SHOWN = "What the agent is shown and may do"
MOST_CHANGES, MOST_CHARACTERS = 20, 1_000
"""Of what a step changed that is recorded."""


class PersonaOptions(OptionGroup):
    """What the prompt tells of a persona."""

    context: Annotated[
        str, Option(SHOWN, "WHICH", parse=parse_context, study="grid", study_key="contexts")
    ] = DEFAULT
    """What prompts of tasks with a persona tell beside the instruction: none, given (what it needs), all (also what
    it does not need) or distractors:N (what it needs and N foreign paragraphs)."""


class Checkpoints(EpisodePart):
    """The part in an episode of a task with a section."""

    def __init__(self, section: PersonaSection) -> None:
        self._section = section
        self._episode: PlayedEpisode | None = None
        self._steps: list[tuple[int, str, dict[str, Any]]] = []

    def set_up(self, guest: Guest, task: Task) -> None:
        section = self._section
        if section.life or section.tree or section.person:
            from plugins.persona.state import file_state, life_state  # imported late: it makes lives
            from plugins.persona.state_log import STATE

            if section.tree:
                assert task.folder, "only tasks in folders have sections"
                state = file_state(task.folder / section.tree, section.person)
            else:
                state = life_state(section.life, section.person)
            guest.write_file(STATE, state, owner="testbed-servers", mode=0o600)

    def begin(self, episode: PlayedEpisode) -> None:
        self._episode = episode

    def after(self, step: StepRecord) -> None:
        if self._episode and isinstance(step.action, ToolCall):
            self._steps.append((self._episode.progress.steps, step.action.name, step.action.arguments))

    def judge(self, view: GuestView, judgement: Judgement) -> Judgement:
        claims = {claim.text: claim for claim in (judgement.score.claims if judgement.score else ())}
        asked = self._section.checkpoint
        if missing := [item.claim for item in asked if item.claim not in claims and COLLATERAL in claims]:
            raise TaskError(
                f"the checkpoint {missing[0]!r} of [persona] has no claim of that text in check.py",
                hint="give both the same text",
            )
        from plugins.persona.state_log import read_log  # imported late: runs without checkpoints need none

        log = read_log(view)
        credits = [getattr(claims.get(item.claim), "credit", 0.0) for item in asked]
        collateral = COLLATERAL in claims and not claims[COLLATERAL].holds
        explored = log.explored([item.record for item in asked if item.record and item.kind in SEARCHES])
        self.record = PersonaRecord(
            category=category_of(item.tool for item in asked),
            checkpoints=tuple(
                CheckpointRecord(kind=item.kind, credit=credit)
                for item, credit in zip(asked, credits, strict=True)
            ),
            collateral=collateral,
            failure=failure_of(credits, collateral, explored, log),
            explored=explored,
        )
        self._note_changes(log)
        return judgement

    def _note_changes(self, log: StateLog) -> None:
        """Record what each step changed."""
        for step, call in log.by_step(self._steps):
            if call.changes and self._episode:
                changes = [str(change)[:MOST_CHARACTERS] for change in call.changes[:MOST_CHANGES]]
                more = len(call.changes) - len(changes)
                self._episode.recorder.event(NAME, step=step, changes=changes, more=more)


class Persona(DeclaredPart):
    """Lives, contexts and checkpoints of tasks with a section `[persona]`."""

    title = NAME
    options = PersonaOptions
    section = PersonaSection
    record = PersonaRecord
    metrics = METRICS

    def prepare(self, task: Task, given: PersonaOptions) -> Task:
        section: PersonaSection | None = task.sections.get(NAME)
        if section is None:
            return task
        told = paragraphs(section, given.context, task.id)
        return task.with_play(replace(task.play, context=(*task.play.context, *told)))

    def open(self, run: PartRun) -> Callable[[PartAttempt], EpisodePart | None]:  # noqa: ARG002
        def make(attempt: PartAttempt) -> EpisodePart | None:
            section = attempt.task.sections.get(NAME)
            return Checkpoints(section) if section else None

        return make

    def marks(self, given: PersonaOptions, records: Sequence[PersonaRecord]) -> Iterable[str]:
        return [f"context: {given.context}"] if records and given.context != DEFAULT else []

    def explain(self, record: PersonaRecord) -> str:
        met = sum(item.credit for item in record.checkpoints)
        return f"{met:g} of {len(record.checkpoints)} checkpoints" if record.checkpoints else ""

    def note(self, event: Mapping[str, Any]) -> StepNote | None:
        changes, more = event.get("changes"), event.get("more")
        if not isinstance(changes, list):
            return None
        lines = [*map(str, changes), *([f"and {more} more"] if more else [])]
        return StepNote(Badge("changed"), "Records that it changed", "\n".join(lines))

    def tell_section(self, section: PersonaSection) -> Iterable[str]:
        yield (section.tree or f"life {section.life}") + (f", for {section.person}" if section.person else "")
        for kind, texts in (("context", section.context), ("unnecessary context", section.unnecessary)):
            yield from (f"{kind}: {text}" for text in texts)
        yield from (
            f"checkpoint ({item.kind.replace('_', ' ')}): {item.claim}" for item in section.checkpoint
        )


PART = Persona()
