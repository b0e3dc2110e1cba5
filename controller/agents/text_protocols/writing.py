"""What the writers of answers share: the screen as a request shows it, and the error of what is not offered."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence

from PIL import Image

from controller.core.actions import Action, Terminate, ToolCall, Wait
from controller.models.scaling import ScaledView
from testbed.errors import UsageError

MARK = re.compile(r"\[solve-[0-9a-f]{8}-\d+-\]")
"""An answer's mark as it is written in texts."""


def screen_view(
    pictures: Sequence[bytes], screen: tuple[int, int] | None = None, actions: Sequence[Action] | None = None
) -> ScaledView:
    """Return the latest of a request's images as a view of the screen, for the conversion of native pixels.

    Args:
        pictures: The images, oldest first.
        screen: Width and height of the screen in native pixels; by default those of the image.
        actions: The actions to convert. If none acts on a screen, as in a guest without one, they need no image.

    Raises:
        UsageError: There is no image.
    """
    if not pictures:
        if actions is not None and all(isinstance(action, ToolCall | Terminate | Wait) for action in actions):
            size = screen or (1, 1)
            return ScaledView(*size, *size)
        raise UsageError("the request has no screenshot")
    with Image.open(io.BytesIO(pictures[-1])) as image:
        return ScaledView(*(screen or image.size), *image.size)


def not_offered(name: str) -> UsageError:
    """Return the error of an answer that calls a tool which the request does not offer."""
    return UsageError(f"the tool {name} is needed, and the request does not offer it")
