"""Fonts of the user's own, in an image that has them as its last layer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from controller.core.guest import Guest
from controller.guests.nspawn.provider import NspawnProvider
from vm_images import layers
from vm_images.image import find_image
from vm_images.profile import load_profile

pytestmark = pytest.mark.guest

DEJAVU = "usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


@pytest.fixture
def guest_with_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Guest]:
    """A guest of the image with one font more, which has a folder of its own."""
    image = find_image("debian-12")
    fonts = tmp_path / "fonts"
    (fonts / "my own").mkdir(parents=True)
    (fonts / "my own/Mine.ttf").write_bytes((image.layers[0] / DEJAVU).read_bytes())
    monkeypatch.setattr(layers, "kept_fonts", lambda _profile: fonts)
    context = layers.Context(
        load_profile("debian-12"), image.layers, tmp_path / "work", tmp_path / "log", lambda _line: None
    )
    root, _ = layers.BUILDERS["fonts"](context)
    provider = NspawnProvider(replace(image, layers=(*image.layers, root)))
    yield provider.start()
    provider.close()


def test_programs_find_the_fonts_at_once(guest_with_font: Guest) -> None:
    listed = guest_with_font.run(["fc-list", ":", "file"], as_user=True).text
    assert "/usr/local/share/fonts/my own/Mine.ttf" in listed
    # Every folder of fonts is in the image's list: no program must look through them again.
    checked = guest_with_font.run(["fc-cache", "--verbose"], as_user=True).text
    looked_through = [line for line in checked.splitlines() if "fonts/my own" in line]
    assert any("existing cache is valid" in line for line in looked_through), looked_through
