"""The effect of a slide's animation that starts a video or sound."""

from __future__ import annotations

from typing import Any

import uno
import unohelper
from com.sun.star.document import XUndoAction

PLAY = 2
"""Value of com.sun.star.presentation.EffectCommands."""
AFTER_PREVIOUS, MAIN_SEQUENCE = 3, 4
"""Values of com.sun.star.presentation.EffectNodeType."""
MEDIA_CALL, PRESET = 6, "ooo-media-start"
"""Value of com.sun.star.presentation.EffectPresetClass, and the effect's name in LibreOffice."""
HOLD = 3
"""Value of com.sun.star.animations.AnimationFill."""


def start_with_slide(presentation: Any, slide: Any, index: int) -> None:
    """Append an effect to the slide's animation that plays the media in the box of this index without a click."""
    _append(slide, index)
    presentation.getUndoManager().addUndoAction(_EffectStep(slide, index))


class _EffectStep(unohelper.Base, XUndoAction):  # type: ignore[misc]
    """The step of Undo: LibreOffice removes the effect with its box only some time after it was made."""

    Title = "Tool Call"

    def __init__(self, slide: Any, index: int) -> None:
        self._slide, self._index = slide, index  # the box itself is another object after Redo

    def undo(self) -> None:
        _remove(_main_sequence(self._slide.getAnimationNode()), self._slide.getByIndex(self._index))

    def redo(self) -> None:
        _append(self._slide, self._index)


def _append(slide: Any, index: int) -> None:
    command = _service("Command")
    command.Target = slide.getByIndex(index)
    command.Command = PLAY
    effect = _parallel(
        command, ("node-type", AFTER_PREVIOUS), ("preset-class", MEDIA_CALL), ("preset-id", PRESET)
    )
    _main_sequence(slide.getAnimationNode()).appendChild(_parallel(_parallel(effect)))


def _remove(container: Any, shape: Any) -> None:
    """Remove the commands to a shape, and the containers that are empty without them."""
    for child in _children(container):
        if hasattr(child, "createEnumeration"):
            _remove(child, shape)
            if not _children(child):
                container.removeChild(child)
        elif hasattr(child, "Command") and child.Target == shape:
            container.removeChild(child)


def _children(container: Any) -> list[Any]:
    children, found = container.createEnumeration(), []
    while children.hasMoreElements():
        found.append(children.nextElement())
    return found


def _main_sequence(root: Any) -> Any:
    for child in _children(root):
        if any(item.Name == "node-type" and item.Value == MAIN_SEQUENCE for item in child.UserData):
            return child
    sequence = _service("SequenceTimeContainer")
    sequence.UserData = _user_data(("node-type", MAIN_SEQUENCE))
    root.appendChild(sequence)
    return sequence


def _parallel(child: Any, *user_data: tuple[str, Any]) -> Any:
    """A time container that starts with its parent and keeps its end state."""
    container = _service("ParallelTimeContainer")
    container.Begin = 0.0
    container.Fill = HOLD
    if user_data:
        container.UserData = _user_data(*user_data)
    container.appendChild(child)
    return container


def _user_data(*values: tuple[str, Any]) -> tuple[Any, ...]:
    """Numbers as UNO's short, which is what LibreOffice looks for."""
    result = []
    for name, value in values:
        item = uno.createUnoStruct("com.sun.star.beans.NamedValue")
        item.Name = name
        item.Value = uno.Any("short", value) if isinstance(value, int) else value
        result.append(item)
    return tuple(result)


def _service(name: str) -> Any:
    context = uno.getComponentContext()
    return context.ServiceManager.createInstanceWithContext(f"com.sun.star.animations.{name}", context)
