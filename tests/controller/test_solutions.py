"""The steps that reference solutions share."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from controller.actions import Key, Screenshot, Wait
from controller.agents.base import Observation
from controller.solutions import save_in_libreoffice


def screen(*, mark: bool, red_text: bool = False) -> Observation:
    image = Image.new("RGB", (1280, 720), (246, 245, 244))
    if mark:
        image.paste((214, 50, 36), (849, 704, 858, 714))
    if red_text:
        image.paste((255, 0, 0), (300, 300, 500, 340))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return Observation(stream.getvalue(), 1280, 720, ())


def test_saving_waits_for_the_mark_of_unsaved_changes_to_come_and_to_go() -> None:
    steps = save_in_libreoffice()
    assert isinstance(next(steps), Screenshot)
    assert isinstance(steps.send(screen(mark=False, red_text=True)), Wait)
    pressed = steps.send(screen(mark=True))
    assert isinstance(pressed, Key) and pressed.keys == ("ctrl", "s")
    assert isinstance(steps.send(screen(mark=True)), Wait)
    with pytest.raises(StopIteration):
        steps.send(screen(mark=False, red_text=True))
