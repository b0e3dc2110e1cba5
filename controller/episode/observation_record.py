"""An observation as fields of its event, without its seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from controller.core.observation import Observation
from controller.core.observation_text import describe_observation


def observation_fields(observation: Observation, store: Callable[[bytes], str]) -> dict[str, Any]:
    """The screenshot, the windows, and what else the agent may show its model; neither of a headless guest.

    Args:
        observation: The observation.
        store: Stores a picture and returns its name.
    """
    fields: dict[str, Any] = {"steps_left": observation.steps_left}
    if observation.screenshot:
        fields["screen"] = store(observation.screenshot)
        fields["width"], fields["height"] = observation.width, observation.height
        fields["windows"] = [asdict(window) for window in observation.windows]
    if observation.marked:
        fields["marked"] = store(observation.marked)
    if observation.accessibility is not None:
        fields["text"] = describe_observation(observation)
    return fields
