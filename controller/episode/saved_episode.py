"""Episodes that were saved in progress, with their guests."""

from __future__ import annotations

from dataclasses import dataclass

from controller.core.observation import Observation
from controller.episode.bounds import EpisodeProgress


@dataclass(frozen=True, slots=True, eq=False)
class SavedEpisode:
    """An episode as it was before a decision.

    Attributes:
        checkpoint: The guest's state, by the name that its provider has given it (`ForkingProvider.checkpoint`).
        progress: The steps and all else that is counted.
        observation: The last observation.
    """

    checkpoint: str
    progress: EpisodeProgress
    observation: Observation
