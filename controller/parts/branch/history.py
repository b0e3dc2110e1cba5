"""What was done in an episode before a point of it, as its record has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from controller.core.actions import Action, parse_action
from controller.core.agent import Decision
from controller.episode.recorder import Recorder
from controller.models.exchange_recorder import RecordedExchange, read_exchanges
from controller.models.recorded_responses import RecordedResponses
from controller.records.event_lines import Event, read_events
from controller.records.event_values import number_of, text_of
from controller.records.run_folder import EpisodeFolder
from controller.records.run_records import RunRecords
from testbed.errors import RecordsError

_SHARED = frozenset({"tools", "observation", "step", "mistake"})
"""The kinds of events between decisions that an episode has in common with the one that it goes on from."""
RECORDED = "shared"
"""The member of an event and of a decision's details which says that another episode has it, too."""


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision that was taken.

    Attributes:
        event: Its event.
        before: The events since the decision before.
        exchanges: The agent's requests for it.
        steps: The steps that had been taken before it.
    """

    event: Event
    before: tuple[Event, ...]
    exchanges: tuple[RecordedExchange, ...]
    steps: int

    @property
    def repeated(self) -> bool:
        """Whether it was taken by a history, as one of another run."""
        details = self.event.get("details")
        return isinstance(details, dict) and details.get(RECORDED) is True

    @property
    def decision(self) -> Decision:
        """The decision with its actions, those that a person had performed included. Raises RecordsError."""
        return Decision(
            tuple(_actions(self.event)),
            thought=text_of(self.event.get("thought")),
            details={RECORDED: True},
            cost=_no_cost(self.event),
        )


@dataclass(frozen=True, slots=True)
class History:
    """What was done in an episode.

    Attributes:
        episode: The episode's folder, which has the pictures.
        decisions: What was decided, in order.
        after: The events since the last decision.
        steps: The steps that were taken.
    """

    episode: EpisodeFolder
    decisions: tuple[PastDecision, ...]
    after: tuple[Event, ...]
    steps: int

    def until(self, steps: int) -> History | None:
        """What was done before the first decision with so many steps before it; None if there was none."""
        for index, past in enumerate(self.decisions):
            if past.steps >= steps:
                return replace(self, decisions=self.decisions[:index], after=past.before, steps=past.steps)
        return None

    def responses(self, past: PastDecision) -> RecordedResponses:
        """Return what the agent's model answered for a decision."""
        return RecordedResponses(past.exchanges, load_image=self._load_image)

    def copy_events(self, events: Iterable[Event], recorder: Recorder) -> None:
        """Record events of this episode in that of another one, with their pictures. Raises RecordsError."""
        for event in events:
            fields = {name: value for name, value in event.items() if name not in ("event", "time")}
            for name in _pictures(fields):
                if data := self._load_image(name):
                    recorder.screen(data)
            recorder.event(event["event"], **(fields | {RECORDED: True}))

    def _load_image(self, name: str) -> bytes | None:
        path = self.episode.picture(name)
        return path.read_bytes() if path else None


def read_history(records: RunRecords, task_id: str, epoch: int) -> History:
    """Read what was done in the last attempt at an episode, as far as its record goes. Raises RecordsError."""
    episode = records.episode(task_id, epoch)
    exchanges = [*read_exchanges(records.exchanges(task_id, epoch))]
    file = episode.events_file()
    events = read_events(file, []) if file.exists() else iter(())
    return _history(episode, events, exchanges)


def _history(
    episode: EpisodeFolder, events: Iterator[Event], exchanges: Sequence[RecordedExchange]
) -> History:
    decisions: list[PastDecision] = []
    between: list[Event] = []
    steps, since = 0, 0.0
    for event in events:
        kind, time = event["event"], number_of(event.get("time"))
        if kind == "decision":
            own = tuple(one for one in exchanges if since <= round(one.exchange.started, 3) <= time)
            decisions.append(PastDecision(event, tuple(between), own, steps))
            between = []
        elif kind in _SHARED:
            between.append(event)
            steps += kind in ("step", "mistake")
        since = time
    return History(episode, tuple(decisions), tuple(between), steps)


def shared_decision(event: Event) -> dict[str, Any]:
    """Return the fields of a decision in the record of an episode that goes on after it: it costs nothing there."""
    fields = {name: value for name, value in event.items() if name not in ("event", "time", "usage", "cost")}
    return {**fields, "usage": {}, "cost": _no_cost(event), RECORDED: True}


def _no_cost(event: Event) -> float | None:
    """Nothing, if the decision stated what it costs; None, as it did, if not."""
    return None if event.get("cost") is None else 0.0


def _actions(event: Event) -> Iterator[Action]:
    for action in event.get("actions") or ():
        try:
            yield parse_action.validate_python(action)
        except ValidationError as error:
            raise RecordsError(f"a recorded action cannot be executed again: {action!r:.200}") from error


def _pictures(value: object) -> Iterator[str]:
    """All texts in an event that may name a picture."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _pictures(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _pictures(item)
