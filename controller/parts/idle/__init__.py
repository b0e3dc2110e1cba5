"""Guests that stand still while the agent decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal

from controller.core.options import GUESTS, Option, OptionGroup
from controller.core.texts import count
from controller.episode.declared_part import DeclaredPart, MakePart, PartAttempt, PartCheck, PartRun
from controller.episode.part import EpisodePart
from controller.records.spending import Count, Record
from controller.tasks.task import Task
from testbed.errors import UsageError
from testbed.extension_points import PROVIDERS

SWAPS = Path("/proc/swaps")
"""The host's swap devices, one a line below a heading."""


class IdleOptions(OptionGroup):
    """What becomes of guests that wait for a decision."""

    idle: Annotated[Literal["none", "freeze", "reclaim"], Option(GUESTS, after="scale")] = "none"
    """While the agent decides, the guest runs on (none), stands still (freeze), or gives back its memory as well
    (reclaim). Containers of this host only."""


class IdleRecord(Record):
    """How often a guest was paused, how long altogether, and how many bytes of its memory were given back in all."""

    pauses: Count = 0
    seconds: float = 0.0
    reclaimed_bytes: Count = 0

    def __add__(self, other: IdleRecord) -> IdleRecord:
        return IdleRecord(
            pauses=self.pauses + other.pauses,
            seconds=round(self.seconds + other.seconds, 6),
            reclaimed_bytes=self.reclaimed_bytes + other.reclaimed_bytes,
        )


class Idle(DeclaredPart):
    """Pauses guests while agents decide, but for agents that know the solution or are a person."""

    title = "idle"
    options = IdleOptions
    record = IdleRecord

    def open(self, run: PartRun) -> MakePart:
        given: IdleOptions = run.given
        if given.idle == "none" or _uses_guests_itself(run.options.agent):
            return lambda _attempt: None

        def make(attempt: PartAttempt) -> EpisodePart:  # noqa: ARG001
            from controller.parts.idle.part import PausedGuest

            return PausedGuest(reclaim=given.idle == "reclaim")

        return make

    def check(self, run: PartCheck) -> None:
        given: IdleOptions = run.given
        if given.idle == "none" or run.options.replay:
            return
        if run.options.cluster:
            raise UsageError(
                f"--idle {given.idle} needs guests of this host", hint="leave --idle or --cluster out"
            )
        kind = run.options.provider.partition(":")[0]
        if kind in PROVIDERS.names() and not PROVIDERS.load(kind).pauses_guests:
            able = [name for name in PROVIDERS.own_names() if PROVIDERS.load(name).pauses_guests]
            raise UsageError(
                f"the guests of the provider {kind} cannot be paused, but --idle {given.idle} is given",
                hint=f"leave it out, or use --provider {' or '.join(able)}",
            )

    def advice(self, given: IdleOptions, tasks: Sequence[Task]) -> Iterable[str]:  # noqa: ARG002
        if given.idle == "reclaim" and len(SWAPS.read_text().splitlines()) < 2:
            yield "--idle reclaim: this host has no swap, so that guests give back their page cache alone"

    def total(self, records: Sequence[IdleRecord]) -> IdleRecord:
        return sum(records, IdleRecord())

    def explain(self, record: IdleRecord) -> str:
        if not record.pauses:
            return ""
        paused = f"paused {count(record.pauses, 'time')}, {record.seconds:.1f} s"
        given_back = (
            f", {record.reclaimed_bytes / 2**20:.0f} MiB given back" if record.reclaimed_bytes else ""
        )
        return paused + given_back


def _uses_guests_itself(agent: str) -> bool:
    """Whether an agent may use the guest while it decides: a person does, or a reference solution."""
    from controller.agents.registry import load_agent

    spec = load_agent(agent)
    return spec.is_person or spec.knows_solution


PART = Idle()
