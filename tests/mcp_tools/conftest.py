from __future__ import annotations

from pathlib import Path

import pytest

from tests.mcp_tools.git_adversary import Adversary


@pytest.fixture
def adversary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Adversary:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return Adversary(tmp_path)
