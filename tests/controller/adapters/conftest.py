"""Desktops as Gymnasium environments on fake guests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.adapters.gymnasium_env import DesktopEnv
from controller.guests.fake.provider import FakeProvider


@pytest.fixture
def tasks_folder(tasks_root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))


@pytest.fixture
def provider() -> FakeProvider:
    return FakeProvider()


@pytest.fixture
def env(provider: FakeProvider) -> Iterator[DesktopEnv]:
    with DesktopEnv("os/write_note", provider, steps=4) as env:
        yield env
