"""The views of a presentation's window: which one is open, text that is being edited in it, the slide it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uno

from mcp_tools.libreoffice.in_process import Refusal

NORMAL, OUTLINE = "private:resource/view/ImpressView", "private:resource/view/OutlineView"
SORTER = "private:resource/view/SlideSorter"
"""Fills the window, or is the panel beside a slide."""
CENTRE = "private:resource/pane/CenterPane"


def prepare_change(presentation: Any) -> None:
    """End the editing of a box's text, which would take the change for its own. Raises Refusal in the outline view."""
    controller = presentation.getCurrentController()
    views = _open_views(controller, CENTRE)
    if OUTLINE in views:
        raise Refusal(
            "The outline view is open, which may overwrite changes. "
            "Switch to the normal view (View > Normal) and try again."
        )
    if SORTER not in views:
        controller.setCurrentPage(controller.getCurrentPage())


def require_normal_view(presentation: Any) -> None:
    """Raise Refusal when another view than the normal one is open."""
    if NORMAL not in _open_views(presentation.getCurrentController(), CENTRE):
        raise Refusal("This works in the normal view only. Switch to it (View > Normal) and try again.")


def slide_panel(controller: Any) -> Any:
    """The slide panel, or None when it is not shown."""
    configuration = controller.getConfigurationController()
    for view in _views(controller):
        if view.getResourceURL() == SORTER:
            return configuration.getResource(view)
    return None


@contextmanager
def show_slide(presentation: Any, slide: Any, *, without: Any = None) -> Iterator[Any]:
    """Show a slide for commands that work on the one shown, with nothing selected.

    Afterwards what was shown and selected before is again, `without` what is deleted meanwhile.
    """
    controller = presentation.getCurrentController()
    before, selected = controller.getCurrentPage(), _selection(controller)
    if before != slide:
        controller.setCurrentPage(slide)
    controller.select(None)
    try:
        yield controller
    finally:
        if controller.getCurrentPage() != before:
            controller.setCurrentPage(before)
        _select(controller, [shape for shape in selected if shape != without])


def _selection(controller: Any) -> list[Any]:
    selection = controller.getSelection()
    if not hasattr(selection, "getCount"):
        return []
    return [selection.getByIndex(index) for index in range(selection.getCount())]


def _select(controller: Any, selected: list[Any]) -> None:
    if not selected:
        controller.select(None)
        return
    context = uno.getComponentContext()
    shapes = context.ServiceManager.createInstanceWithContext("com.sun.star.drawing.ShapeCollection", context)
    for shape in selected:
        shapes.add(shape)
    controller.select(shapes)


def _open_views(controller: Any, pane: str) -> list[str]:
    return [view.getResourceURL() for view in _views(controller) if view.getAnchor().getResourceURL() == pane]


def _views(controller: Any) -> list[Any]:
    configuration = controller.getConfigurationController()
    mode = uno.Enum("com.sun.star.drawing.framework.AnchorBindingMode", "INDIRECT")
    resources = configuration.getCurrentConfiguration().getResources(None, "", mode)
    return [item for item in resources if item.getResourceURL().startswith("private:resource/view/")]
