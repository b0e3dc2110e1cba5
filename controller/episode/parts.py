"""The parts of an attempt at an episode: asked in order, and what becomes of it when one fails."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from checkers import GuestView
from controller.core.agent import Agent
from controller.core.extension import describe_failure
from controller.core.guest import Guest, Tool, ToolResult
from controller.core.observation import Observation
from controller.core.parts import remedy_of, title_of
from controller.core.result_types import conforms, name_of
from controller.episode.declared_part import DeclaredPart
from controller.episode.groups import Denials
from controller.episode.part import EpisodePart, PendingActions, PlayedEpisode
from controller.episode.recorder import Recorder
from controller.episode.saved_episode import SavedEpisode
from controller.episode.step_record import StepRecord
from controller.records.judged_result import verdict_of_part, with_verdict
from controller.records.run_info import EpisodeResult
from controller.tasks.judgement import Judgement
from controller.tasks.task import Task
from testbed.errors import PluginError, TestbedError

FAILED = "part_failed"
"""The kind of the recorded event that a part failed and the episode went on without it."""
Value = TypeVar("Value")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A part of an attempt with its name and its declaration."""

    name: str
    spec: DeclaredPart
    part: EpisodePart


class EpisodeParts:
    """The parts of one attempt. Each method asks all of them, and raises what they raise.

    A part that fails otherwise than by an error of testbed's own tree ends the episode by a PluginError with its name,
    or is left out from then on, as its declaration says.
    """

    def __init__(self, parts: Iterable[NamedPart] = ()) -> None:
        self._parts = list(parts)
        self._recorder: Recorder | None = None
        self._records: dict[str, Any] = {}

    def start(self, cancel: threading.Event) -> SavedEpisode | None:
        """Return the state that the first part which knows one goes on from; None for a fresh guest."""
        for member in self.members:
            saved = self._ask(member, "start", partial(member.part.start, cancel), None, SavedEpisode | None)
            if saved is not None:
                return saved
        return None

    def set_up(self, guest: Guest, task: Task, recorder: Recorder) -> None:
        """A guest is fresh."""
        self._recorder = recorder
        for member in self.members:
            self._ask(member, "set_up", partial(member.part.set_up, guest, task), None)

    def begin(self, episode: PlayedEpisode) -> None:
        """The task is set up, or the episode goes on."""
        self._recorder = episode.recorder
        self._records = episode.progress.parts
        for member in self.members:
            member.part.record = self._records.get(member.name, member.part.record)
            self._ask(member, "begin", partial(member.part.begin, episode), None)

    def agent(self, agent: Agent) -> Agent:
        """Return the agent that decides."""
        for member in self.members:
            agent = self._ask(member, "agent", partial(member.part.agent, agent), agent, Agent)
        return agent

    def tools(self, offered: list[Tool]) -> list[Tool]:
        """Return the tools that are offered at the next step."""
        for member in self.members:
            offered = self._ask(member, "tools", partial(member.part.tools, offered), offered, list[Tool])
        return offered

    def deciding(self, observation: Observation, tools: Sequence[Tool]) -> None:
        """The agent is about to decide."""
        for member in self.members:
            self._ask(member, "deciding", partial(member.part.deciding, observation, tools), None)

    def observing(self) -> None:
        """The desktop is about to be observed."""
        for member in self.members:
            self._ask(member, "observing", member.part.observing, None)

    def before(self, pending: PendingActions) -> Denials:
        """Return for each of these actions its result if one of the parts denies it, else None."""
        denials: list[ToolResult | None] = [None] * len(pending.actions)
        no_denials: Denials = ()
        for member in self.members:
            own = self._ask(member, "before", partial(_denials, member.part, pending), no_denials, Denials)
            for index, denial in enumerate(own):
                denials[index] = denials[index] or denial
        return denials

    def after(self, step: StepRecord) -> None:
        """A step is done."""
        for member in self.members:
            self._ask(member, "after", partial(member.part.after, step), None)

    def judge(self, view: GuestView, judgement: Judgement) -> Judgement:
        """Return the verdict."""
        for member in self.members:
            judge = partial(member.part.judge, view, judgement)
            judgement = self._ask(member, "judge", judge, judgement, Judgement)
        return judgement

    def ended(self, result: EpisodeResult, cancel: threading.Event) -> EpisodeResult:
        """Return the result of an attempt that came to its end."""
        for member in self.members:
            result = self._ask(
                member, "ended", partial(_ended, member, result, cancel), result, EpisodeResult
            )
        return result.model_copy(update={"parts": result.parts | self._records})

    @property
    def members(self) -> tuple[NamedPart, ...]:
        """The parts that take part, in order."""
        return tuple(self._parts)

    def _ask(
        self, member: NamedPart, hook: str, call: Callable[[], Value], otherwise: Value, kind: Any = Any
    ) -> Value:
        """Return what a part answers; `otherwise` if it fails and the episode goes on without it.

        `kind` is the type of the hook's results.
        """
        try:
            with failures_named(member.name, hook):
                answer = call()
                if not conforms(answer, kind):
                    raise _failure(member.name, f"{hook} returned {answer!r:.300}, not {name_of(kind)}")
                self._keep_record(member)
        except PluginError as error:
            if member.spec.on_failure == "infra_error":
                raise
            self._leave_out(member, hook, error)
            return otherwise
        return answer

    def _keep_record(self, member: NamedPart) -> None:
        """Note what the result has of a part. Raises PluginError if it is of another type than declared."""
        record, kind = member.part.record, member.spec.record
        if record is None:
            self._records.pop(member.name, None)
        elif kind is None or not conforms(record, kind):
            declared = "which declares no record" if kind is None else f"not {name_of(kind)}"
            raise _failure(member.name, f"its record is {record!r:.300}, {declared}")
        else:
            self._records[member.name] = record

    def _leave_out(self, member: NamedPart, hook: str, error: PluginError) -> None:
        self._parts.remove(member)
        _log.warning("the episode goes on without a part: %s", error.message)
        if self._recorder:
            self._recorder.event(FAILED, part=member.name, hook=hook, error=error.message)


def _ended(member: NamedPart, result: EpisodeResult, cancel: threading.Event) -> EpisodeResult:
    """The result with the part's verdict, if it gives one."""
    result = member.part.ended(result, cancel)
    if member.part.record is None or result.score is None:
        return result
    verdict = verdict_of_part(member.name, member.spec, member.part.record, result.score)
    return with_verdict(result, verdict) if verdict else result


def _denials(part: EpisodePart, pending: PendingActions) -> Denials:
    """What a part denies, with an entry for each action. Raises ValueError for too many or too few."""
    denials = part.before(pending)
    if isinstance(denials, Sequence) and denials and len(denials) != len(pending.actions):
        raise ValueError(
            f"{len(denials)} results for {len(pending.actions)} actions: one each, or () for no denial"
        )
    return denials


def _failure(name: str, problem: str) -> PluginError:
    return PluginError(f"{title_of(name)}: {problem}", hint=remedy_of(name))


@contextmanager
def failures_named(name: str, hook: str) -> Iterator[None]:
    """Turn what a part raises into a PluginError with its name; errors of testbed's own tree pass unchanged."""
    try:
        yield
    except TestbedError:
        raise
    except Exception as error:
        raise _failure(name, describe_failure(hook, error)) from error
