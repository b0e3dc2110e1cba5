"""Frames of an episode: each screen with its action drawn on it and a caption below, then the screen at the end."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from controller.core.pictures import PIXELS_LIMIT, open_rgb
from controller.records.pointing import Point, ScreenMark
from controller.results.viewer.captions import CaptionFont
from controller.results.viewer.episode import EpisodeView
from controller.results.viewer.numbers import STATUS_NAMES
from controller.results.viewer.step_list import steps_on_page
from controller.results.viewer.step_part import StepOnPage
from controller.results.viewer.text import one_line
from controller.results.viewer.words import action_words
from testbed.errors import GuestError

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from PIL.ImageDraw import ImageDraw

DEFAULT_SIZE = (1280, 720)
"""Size of a screen, in pixels, of which the record has no picture and no plausible size."""
MARK, HALO = "#e6004c", "#ffffff"
GROUND, INK, FAINT, BAD = "#16181d", "#e8ebf0", "#a3abb8", "#ff9c90"
THOUGHT_LINES = 2
_RING, _GROWTH, _WHEEL, _SCROLL, _TIP = 22, 9, 12, 60, 14


def frames(view: EpisodeView, title: str, width: int) -> Iterator[Picture]:
    """The frames, all of one even size.

    Args:
        view: The episode.
        title: What the captions begin with: the agent and its model.
        width: Largest width in pixels; screens are scaled down to it.
    """
    steps = steps_on_page(view)
    size = _size(steps, view)
    scale = min(1.0, width / size[0])
    screen = (_even(size[0] * scale), _even(size[1] * scale))
    for item in steps:
        observation = item.turn.before
        picture = _open(observation.screen if observation else None, size)
        _draw_marks(picture, item.places)
        yield _caption(picture, screen, *_words(item, title, view))
    turns = view.trajectory.turns
    last = turns[-1].after if turns else view.trajectory.first_observation
    picture = _open(last.screen if last else None, size)
    yield _caption(picture, screen, f"{title} · {view.task.id} · the end", _verdict(view), "", bad=False)


def _even(value: float) -> int:
    """A side that video encoders accept."""
    return max(2, round(value / 2) * 2)


def _size(steps: Sequence[StepOnPage], view: EpisodeView) -> tuple[int, int]:
    observations = [item.turn.before for item in steps] + [view.trajectory.first_observation]
    sizes = ((observation.width, observation.height) for observation in observations if observation)
    return next((size for size in sizes if 0 < size[0] * size[1] <= PIXELS_LIMIT), DEFAULT_SIZE)


def _words(item: StepOnPage, title: str, view: EpisodeView) -> tuple[str, str, str, bool]:
    verb, on = action_words(item.step.action)
    if item.step.mistake:
        verb = "unusable answer"
    action = one_line(f"{item.step.number or item.place}  {verb} {on}".rstrip(), 200)
    fault = f"  [{item.fault}]" if item.fault else ""
    thought = item.decision.thought if item.decision else ""
    return f"{title} · {view.task.id}", f"{action}{fault}", one_line(thought, 600), bool(item.fault)


def _verdict(view: EpisodeView) -> str:
    status = STATUS_NAMES.get(view.status, view.status) or "no result"
    return status if view.score is None else f"{status}, score {view.score:g}"


def _open(path: Path | None, size: tuple[int, int]) -> Picture:
    """A screen; a grey one if there is none or it cannot be read."""
    from PIL import Image

    if path is not None:
        with contextlib.suppress(GuestError):  # a damaged picture: the caption says what was done there
            return open_rgb(path).resize(size)
    return Image.new("RGB", size, "#4a4f58")


def _caption(
    picture: Picture, screen: tuple[int, int], head: str, action: str, thought: str, bad: bool
) -> Picture:
    from PIL import Image, ImageDraw

    width, height = screen
    unit = max(11, width // 64)
    line = round(unit * 1.4)
    below = _even(line * (2 + THOUGHT_LINES) + unit)
    frame = Image.new("RGB", (width, height + below), GROUND)
    frame.paste(picture.resize(screen, Image.Resampling.LANCZOS), (0, 0))
    draw = ImageDraw.Draw(frame)
    top = height + unit // 2
    plain, room = CaptionFont(unit), width - 2 * unit
    strong = CaptionFont(unit, bold=True)
    strong.draw(draw, (unit, top), strong.fit(action, room), BAD if bad else INK)
    for place, text in enumerate(plain.wrap(thought, room, THOUGHT_LINES), 1):
        plain.draw(draw, (unit, top + place * line), text, INK)
    plain.draw(draw, (unit, top + (1 + THOUGHT_LINES) * line), plain.fit(head, room), FAINT)
    return frame


def _draw_marks(picture: Picture, places: Sequence[ScreenMark]) -> None:
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture)
    shown = [place for place in places if place.within(*picture.size)]
    for colour, width in ((HALO, 6), (MARK, 3)):
        for place in shown:
            _draw(draw, place, colour, width)


def _draw(draw: ImageDraw, place: ScreenMark, colour: str, width: int) -> None:
    x, y = place.points[-1]
    match place.shape:
        case "click":
            for ring in range(max(1, min(3, place.count))):
                _circle(draw, (x, y), _RING + ring * _GROWTH, colour, width)
        case "move":
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                ends = [(x + dx * far, y + dy * far) for far in (8, 22)]
                draw.line(ends, fill=colour, width=width)
        case "drag":
            _circle(draw, place.points[0], 8, colour, width)
            draw.line(list(place.points), fill=colour, width=width, joint="curve")
            _tip(draw, place.points[-2], place.points[-1], colour, width)
        case "scroll":
            right, dy = ((value > 0) - (value < 0) for value in place.turn)
            end = (x + right * _SCROLL, y + dy * _SCROLL)
            _circle(draw, (x, y), _WHEEL, colour, width)
            draw.line([(x + right * _WHEEL, y + dy * _WHEEL), end], fill=colour, width=width)
            _tip(draw, (x, y), end, colour, width)
        case "region":
            (left, top), (far, bottom) = place.points
            corners = (min(left, far), min(top, bottom), max(left, far), max(top, bottom))
            draw.rectangle(corners, outline=colour, width=width)


def _circle(draw: ImageDraw, centre: Point, radius: int, colour: str, width: int) -> None:
    x, y = centre
    # Pillow draws an outline inwards; the ring's middle is at the radius.
    edge = radius + width / 2
    draw.ellipse((x - edge, y - edge, x + edge, y + edge), outline=colour, width=width)


def _tip(draw: ImageDraw, start: Point, end: Point, colour: str, width: int) -> None:
    """An arrow's head."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx**2 + dy**2) ** 0.5
    if not length:
        return
    x, y = dx / length * _TIP, dy / length * _TIP
    for dx, dy in ((-x - y * 0.6, -y + x * 0.6), (-x + y * 0.6, -y - x * 0.6)):
        draw.line([end, (end[0] + dx, end[1] + dy)], fill=colour, width=width)
