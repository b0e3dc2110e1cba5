"""States of the Gymnasium environment in the middle of an episode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from controller.episode.saved_episode import SavedEpisode
from controller.guests.provider import ForkingProvider, Provider
from controller.tasks.task import Task
from controller.tool_filter.base import ToolFilter
from testbed.errors import UsageError


@dataclass(frozen=True, slots=True, eq=False)
class EnvSnapshot(SavedEpisode):
    """An episode in progress with its guest, as `DesktopEnv.snapshot` saved it.

    Attributes:
        checkpoint: The guest's state, by the name that its provider has given it.
        progress: The steps and all else that is counted.
        observation: The last observation.
        task: The task.
        tool_filter: What chooses the tools.
        record: The folder of the episode's record, below that of all records; "" without records.
    """

    task: Task
    tool_filter: ToolFilter
    record: str

    @property
    def origin(self) -> dict[str, Any]:
        """What the record of an episode that goes on from here says of it."""
        return {
            "resumed_from": {"state": self.checkpoint, "record": self.record, "steps": self.progress.steps}
        }


def forking(provider: Provider) -> ForkingProvider:
    """Return a provider that can save its guests in the middle of their work. Raises UsageError for another."""
    if isinstance(provider, ForkingProvider):
        return provider
    raise UsageError(
        f"{provider.name} guests cannot be saved in the middle of their work",
        hint='use provider="frozen", or provider="libvirt" for virtual machines',
    )
