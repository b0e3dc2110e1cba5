"""The narrator: what a step changed, in words."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw
from pydantic import ValidationError

from controller.core.actions import describe_action, parse_action
from controller.core.pictures import open_rgb
from controller.models.completion import ChatMessage, TextModel
from controller.records.pointing import ScreenMark, places_of
from controller.records.trajectory import Step, Trajectory, Turn
from controller.runs.best_of.responses import ask

SYSTEM = """\
You describe what an action on a computer's desktop changed. You get the screen before the action, the action, its
result if it has one, and the screen after it. A red circle on the first image marks where the mouse acted; the last
image then is an enlarged part of the screen after the action, around that place.

Describe only what the images and the result show, never what the action was meant to do: it may have failed. Leave out
what has nothing to do with it, such as the clock. Be exact about names, numbers and positions.

Answer in this form:
<thoughts>
What you compared, and what you noticed.
</thoughts>
<answer>
A list of the changes, one a line. If nothing changed, say so.
</answer>
"""
NO_CHANGE = "The screen did not change."
ZOOM_SIZE = (320, 180)
"""Width and height of the enlarged part, in native pixels."""
ZOOM = 3
LONGEST_RESULT = 4000


def narrate(model: TextModel, trajectory: Trajectory) -> list[str]:
    """Return the facts of a trajectory, one text for each decision with other actions than its end.

    Raises:
        AgentError: The model refuses, or its responses cannot be used.
        ModelApiError: The API fails.
    """
    turns = [turn for turn in trajectory.turns if any(step.kind != "terminate" for step in turn.steps)]
    return [f"{number}. {_action_text(turn)}\n{_facts(model, turn)}" for number, turn in enumerate(turns, 1)]


def _facts(model: TextModel, turn: Turn) -> str:
    before = turn.before.screen if turn.before else None
    after = turn.after.screen if turn.after else None
    results = _result_text(turn)
    if before is None or after is None or before == after:
        # Screens are named by their content, so that no model is needed to see that they are the same.
        return "\n".join(filter(None, (NO_CHANGE if before == after else "", results)))
    marks = [mark for step in turn.steps for mark in places_of(step.action)]
    parts: list[str | bytes] = [
        "The screen before:",
        _mark(before, marks),
        f"The action: {_action_text(turn)}",
    ]
    parts += [results] if results else []
    parts += ["The screen after:", read_png(after)]
    if marks:
        parts += ["The part around the mark, enlarged:", _enlarge(after, marks[-1])]
    answer, _ = ask(model, [ChatMessage("system", (SYSTEM,)), ChatMessage("user", tuple(parts))], str)
    return "\n".join(filter(None, (answer, results)))


def _action_text(turn: Turn) -> str:
    return "; ".join(_step_text(step) for step in turn.steps)


def _step_text(step: Step) -> str:
    try:
        return describe_action(parse_action.validate_python(step.action))
    except ValidationError:
        return step.kind or "an invalid action"


def _result_text(turn: Turn) -> str:
    return "\n".join(_results(turn))[:LONGEST_RESULT]


def _results(turn: Turn) -> Iterator[str]:
    for step in turn.steps:
        if step.result is not None and (step.result.is_error or step.kind == "tool_call"):
            word = "error" if step.result.is_error else "result"
            yield f"The {word} of {step.action.get('name') or step.kind}: {step.result.text or 'empty'}"


def _mark(path: Path, marks: list[ScreenMark]) -> bytes:
    drawn = open_rgb(path)
    draw = ImageDraw.Draw(drawn)
    for mark in marks:
        if len(mark.points) > 1:
            draw.line(mark.points, fill="red", width=3)
        x, y = mark.points[-1]
        draw.ellipse((x - 14, y - 14, x + 14, y + 14), outline="red", width=3)
    return _encode(drawn)


def _enlarge(path: Path, mark: ScreenMark) -> bytes:
    width, height = ZOOM_SIZE
    x, y = mark.points[-1]
    image = open_rgb(path)
    left = max(0, min(x - width // 2, image.width - width))
    top = max(0, min(y - height // 2, image.height - height))
    part = image.crop((left, top, left + width, top + height))
    return _encode(part.resize((width * ZOOM, height * ZOOM)))


def read_png(path: Path) -> bytes:
    """Return a recorded screen as PNG."""
    return _encode(open_rgb(path))


def _encode(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()
