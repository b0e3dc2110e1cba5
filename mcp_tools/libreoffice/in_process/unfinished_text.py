"""Text that is being typed into a cell or a shape, and is not yet a step of Undo."""

from __future__ import annotations

from typing import Any

import uno
import unohelper
from com.sun.star.frame import XStatusListener
from com.sun.star.util import URL

from mcp_tools.libreoffice.in_process.commands import run_command

_IN_A_CELL = ".uno:InsertFieldSheet"
_IN_A_SHAPE = ".uno:InsertSoftHyphen"
"""Commands that are enabled while text is being typed there, and not else while cells or shapes are selected."""


def finish(document: Any) -> bool:
    """Put what is being typed into its cell or shape, as Return or Escape does; the cell cursor stays.

    Returns False when a cell's text is still being typed: LibreOffice asked about it and was not answered.
    """
    view = document.getCurrentController()
    if hasattr(view, "getActiveSheet"):
        if not _is_enabled(view, _IN_A_CELL):
            return True
        document.calculate()  # ends typing in every mode, that of formulas included
        return not _is_enabled(view, _IN_A_CELL)
    if hasattr(view, "getViewCursor") and _shapes_selected(view) and _is_enabled(view, _IN_A_SHAPE):
        run_command(view, ".uno:Escape")
    return True


def _shapes_selected(view: Any) -> bool:
    selection = view.getSelection()
    return selection is not None and selection.supportsService("com.sun.star.drawing.ShapeCollection")


def _is_enabled(view: Any, name: str) -> bool:
    context = uno.getComponentContext()
    transformer = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.util.URLTransformer", context
    )
    command = URL()
    command.Complete = name
    _, command = transformer.parseStrict(command)
    dispatch = view.getFrame().queryDispatch(command, "", 0)
    if dispatch is None:
        return False
    status = _Status()
    dispatch.addStatusListener(status, command)
    dispatch.removeStatusListener(status, command)
    return status.enabled


class _Status(unohelper.Base, XStatusListener):  # type: ignore[misc]
    """Whether a command is enabled; LibreOffice tells as soon as it is added."""

    def __init__(self) -> None:
        self.enabled = False

    def statusChanged(self, event: Any) -> None:
        self.enabled = bool(event.IsEnabled)

    def disposing(self, _event: Any) -> None:
        pass
