"""What providers make of a screen's size and scale."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.guests.libvirt.domain import DomainSpec, hardware_hash
from controller.guests.screen_size import display_settings, size_text
from vm_images.disk import Disk


@pytest.mark.parametrize(
    ("screen", "text", "settings"),
    [
        ((1280, 720, 1), "1280x720", "GEOMETRY=1280x720\n"),
        ((2560, 1440, 2), "2560x1440 at scale 2", "GEOMETRY=2560x1440\nSCALE=2\n"),
    ],
)
def test_a_screen_in_words_and_for_the_guest(screen: tuple[int, int, int], text: str, settings: str) -> None:
    assert size_text(*screen) == text
    assert display_settings(*screen) == settings


def test_memory_snapshots_are_of_one_screen() -> None:
    disk = Disk(Path("disk"), Path("kernel"), Path("initrd"))
    spec = DomainSpec("", disk, Path(), Path(), 0, memory_mib=1, cpus=1, kvm=False)
    screens = [(1280, 720, 1), (2560, 1440, 1), (2560, 1440, 2)]
    assert len({hardware_hash(spec, size_text(*screen)) for screen in screens}) == 3
