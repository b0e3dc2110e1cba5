from __future__ import annotations

from pathlib import Path

import pytest

from tests.checkers.guests import ClockedGuest, LocalGuest


@pytest.fixture
def local_guest(tmp_path: Path) -> LocalGuest:
    return LocalGuest(tmp_path / "programs")


@pytest.fixture
def clocked_guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ClockedGuest:
    return ClockedGuest(tmp_path / "programs", monkeypatch)
