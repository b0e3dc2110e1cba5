from __future__ import annotations

from pathlib import Path

import pytest

from tests.checkers.guests import LocalGuest


@pytest.fixture
def local_guest(tmp_path: Path) -> LocalGuest:
    return LocalGuest(tmp_path / "programs")
