"""Observations of the Gymnasium environment: arrays of a screen and of texts."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from controller.core.observation import Observation
from controller.core.pictures import open_rgb

INSTRUCTION_BYTES = 4096
RESULT_BYTES = 8192

EnvObservation = dict[str, Any]


def observation_space(size: tuple[int, int], steps: int) -> spaces.Dict:
    """Return the space of observations of a screen, (width, height), in an episode of at most so many steps."""
    return spaces.Dict(
        {
            "screenshot": spaces.Box(0, 255, (size[1], size[0], 3), np.uint8),
            "instruction": spaces.Box(0, 255, (INSTRUCTION_BYTES,), np.uint8),
            "result": spaces.Box(0, 255, (RESULT_BYTES,), np.uint8),
            "result_is_error": spaces.Discrete(2),
            "steps_left": spaces.Discrete(steps + 1),
        }
    )


def to_arrays(observation: Observation, instruction: str, size: tuple[int, int]) -> EnvObservation:
    """Return an observation as an element of the space; the screen of a headless guest is black."""
    if observation.screenshot:
        screen = np.array(open_rgb(observation.screenshot), dtype=np.uint8)
    else:
        screen = np.zeros((size[1], size[0], 3), dtype=np.uint8)
    result = observation.results[-1] if observation.results else None
    return {
        "screenshot": screen,
        "instruction": _bytes_of(instruction, INSTRUCTION_BYTES),
        "result": _bytes_of(result.text if result else "", RESULT_BYTES),
        "result_is_error": np.int64(result is not None and result.is_error),
        "steps_left": np.int64(observation.steps_left),
    }


def _bytes_of(text: str, size: int) -> NDArray[np.uint8]:
    data = text.replace("\0", "").encode("utf-8", "replace")[:size]
    return np.frombuffer(data.ljust(size, b"\0"), dtype=np.uint8).copy()


def text_of(data: NDArray[np.uint8]) -> str:
    """Decode a text of an observation.

    Args:
        data: The array of `instruction` or `result`: UTF-8 padded with zeros.
    """
    return data.tobytes().rstrip(b"\0").decode("utf-8", "ignore")
