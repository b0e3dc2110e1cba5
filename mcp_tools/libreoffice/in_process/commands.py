"""Menu commands, run in a document's window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import uno


def run_command(controller: Any, command: str, values: Sequence[Any] = ()) -> None:
    """Run a menu command such as ".uno:MovePageUp", with these values; it is done when this returns."""
    context = uno.getComponentContext()
    dispatcher = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.DispatchHelper", context
    )
    dispatcher.executeDispatch(controller.getFrame(), command, "", 0, tuple(values))
