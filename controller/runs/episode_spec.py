"""An episode to run, with what it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from controller.core.agent import Agent
from controller.core.guest import Guest
from controller.episode.bounds import EpisodeLimits, EpisodeProgress
from controller.episode.declared_part import PartAttempt
from controller.episode.parts import EpisodeParts
from controller.guests.provider import DESKTOP
from controller.models.client import ModelClient
from controller.models.model_access import ModelAccess
from controller.records.episode_recorder import EpisodeRecorder
from controller.runs.episode_parts import parts_without_run
from controller.tasks.task import Task
from controller.tool_filter.base import ToolFilter


@dataclass(frozen=True, slots=True)
class EpisodeSpec:
    """An episode to run, on a guest in the state of `snapshot`.

    Each attempt calls `make_agent` and `make_parts` with its own client of model APIs, which `open_client` creates for
    the attempt's number, from 0.
    """

    label: str
    task: Task
    epoch: int
    seed: int
    make_agent: Callable[[Guest, ModelClient], Agent]
    tool_filter: Callable[[], ToolFilter]
    limits: EpisodeLimits
    recorder: EpisodeRecorder
    snapshot: str = DESKTOP
    open_client: Callable[[int], ModelClient] = lambda _attempt: ModelClient()
    make_parts: Callable[[PartAttempt], EpisodeParts] = parts_without_run
    model_access: ModelAccess = field(default_factory=ModelAccess)
    trusted: bool = False
    """The agent plays what the task's author wrote: a guest that fails is never its fault."""

    def suspected_steps(self, progress: EpisodeProgress) -> int:
        """Steps after which a guest that fails may be the agent's doing."""
        return 0 if self.trusted else progress.steps
