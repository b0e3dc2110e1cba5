"""Impress's tools on rotated boxes and while a slide show runs."""

from __future__ import annotations

import pytest

from tests.guest.tools.office import PREFIX, Office
from tests.guest.tools.office_files import talk

pytestmark = pytest.mark.guest

NEAR = 10
"""Hundredths of a millimetre: half a line's width, and rounding."""

_ROTATED = """
shape = document.createInstance("com.sun.star.drawing.RectangleShape")
shape.Size = struct("com.sun.star.awt.Size", Width=8000, Height=3000)
shape.Position = struct("com.sun.star.awt.Point", X=5000, Y=6000)
document.DrawPages.getByIndex(0).add(shape)
shape.RotateAngle = 3000
"""
_BOUNDS = (
    "[[b.X, b.Y, p.Width - b.X - b.Width, p.Height - b.Y - b.Height] for p in [document.DrawPages.getByIndex(0)] "
    "for b in [p.getByIndex(2).BoundRect]][0]"
)
_CURRENT = "document.Presentation.getController().getCurrentSlideIndex()"


@pytest.mark.effect(f"{PREFIX}impress.position_box")
def test_a_rotated_box_touches_the_edge_with_its_corner(office: Office) -> None:
    office.open("libreoffice_impress", "talk.pptx", talk().save)
    office.script(_ROTATED)
    for position, edges in (("top-left", (0, 1)), ("bottom-right", (2, 3)), ("left", (0,)), ("top", (1,))):
        office.call("impress.position_box", slide_index=1, box_index=2, position=position)
        bounds = office.look(_BOUNDS)
        assert all(abs(bounds[edge]) <= NEAR for edge in edges), (position, bounds)
    office.call("impress.position_box", slide_index=1, box_index=2, position="center")
    left, top, right, bottom = office.look(_BOUNDS)
    assert abs(left - right) <= NEAR and abs(top - bottom) <= NEAR
    size = office.look(
        "[getattr(document.DrawPages.getByIndex(0).getByIndex(2).Size, n) for n in ('Width', 'Height')]"
    )
    assert size == [8000, 3000]


@pytest.mark.effect(f"{PREFIX}impress.goto_slide")
def test_a_running_slide_show_goes_to_the_slide(office: Office) -> None:
    office.open("libreoffice_impress", "talk.pptx", talk().save)
    office.script("document.Presentation.start()")
    office.wait_until(
        lambda: office.look(
            "document.Presentation.isRunning() and bool(document.Presentation.getController())"
        )
    )
    try:
        assert "slide show" in office.call("impress.goto_slide", slide_index=3).text
        assert office.look(_CURRENT) == 2
    finally:
        office.script("document.Presentation.end()")
    office.wait_until(lambda: not office.look("document.Presentation.isRunning()"))
    assert "slide show" not in office.call("impress.goto_slide", slide_index=2).text
