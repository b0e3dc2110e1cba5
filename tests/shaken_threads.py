"""A plugin for pytest that finds tests, and code, that hold only while threads come in the usual order.

    .venv/bin/pytest -p tests.shaken_threads --shaken-share 0.5 --shaken-seed 3 tests/controller/runs

Threads that begin during a test pause at random where they enter a function of this project or of `threading`. A test
that fails then, and only then, depends on their order, or on time.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from pathlib import Path
from types import FrameType

import pytest

PLACES = (f"{Path(__file__).resolve().parents[1]}/", threading.__file__)
LIBRARIES = "/site-packages/"
LONGEST_PAUSE = 0.004
"""Seconds."""
SWITCH_SECONDS = 1e-5
"""How long a thread runs at most while another waits to."""


class Shaker:
    """A trace function that pauses a share of the calls."""

    def __init__(self, share: float, seed: int) -> None:
        self._share = share
        self._random = random.Random(seed)

    def __call__(self, frame: FrameType, _event: str, _value: object) -> None:
        if is_shaken(frame.f_code.co_filename) and self._random.random() < self._share:
            time.sleep(self._random.random() * LONGEST_PAUSE)


def is_shaken(file: str) -> bool:
    """Whether calls of functions of this file are paused."""
    return file.startswith(PLACES) and LIBRARIES not in file


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shaken-share", type=float, default=0.3, help="share of the calls that pause")
    parser.addoption("--shaken-seed", type=int, default=1)


def pytest_configure(config: pytest.Config) -> None:
    threading.settrace(Shaker(config.getoption("--shaken-share"), config.getoption("--shaken-seed")))
    sys.setswitchinterval(SWITCH_SECONDS)
