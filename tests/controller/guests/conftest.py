"""Fixtures for tests of guests that none of them starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from vm_images.image import Image


@pytest.fixture
def image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Image:
    """An image in a data folder of its own, with nothing in it."""
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    folder = tmp_path / "images" / "debian-12-aaaa"
    folder.mkdir(parents=True)
    return Image("debian-12-aaaa", "aaaa", "debian-12", (), folder / "manifest.json")
