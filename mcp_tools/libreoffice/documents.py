"""The document a tool works on: of which kinds there are, which is meant, its changes as one step of Undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mcp_tools.libreoffice.dialogs import DialogCancelled, cancelling_dialogs, modal_dialog
from mcp_tools.libreoffice.office import libreoffice, name_of, path_of
from mcp_tools.libreoffice.undo import one_undo_step
from mcp_tools.libreoffice.uno_bridge import run_in_process
from mcp_tools.registry import ToolError


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """A kind of document: the application that edits it, the UNO service it offers, what people call it."""

    app: str
    service: str
    noun: str


CALC = DocumentKind("libreoffice_calc", "com.sun.star.sheet.SpreadsheetDocument", "spreadsheet")
WRITER = DocumentKind("libreoffice_writer", "com.sun.star.text.TextDocument", "text document")
IMPRESS = DocumentKind(
    "libreoffice_impress", "com.sun.star.presentation.PresentationDocument", "presentation"
)
KINDS = (CALC, WRITER, IMPRESS)


@contextmanager
def document(
    kind: DocumentKind,
    *,
    reading: bool = False,
    changing: bool = True,
    undo: bool = True,
    prepare: Callable[[Any], object] | None = None,
) -> Iterator[Any]:
    """The open document of this kind that the user worked on last.

    It is the one in front or, with another kind in front, the only one open. `reading`: a dialog may be open;
    not `changing`: the document may be read-only. What is changed is one step of Undo, taken back when the block
    raises, unless the caller sees to `undo`; `prepare` is called with the document before that step begins.
    Text that is being typed into a cell or shape is put there before, unless when `reading`.
    Raises ToolError when there is no such document or more than one, when one that is to be changed is
    read-only, when a cell does not take the text typed into it, and as `libreoffice` does.
    """
    with libreoffice(reading=reading) as desktop:
        target = _choose(desktop, kind)
        if changing and not reading and target.isReadonly():
            how = (
                "osworld_mcp_libreoffice_impress.save_as"
                if kind is IMPRESS
                else "File > Save As (Ctrl+Shift+S)"
            )
            raise ToolError(
                f"{name_of(target)} is open read-only, so it cannot be changed. "
                f"Save a copy with {how} and work on that."
            )
        if not reading:
            _finish_text(target)
        if reading or not changing or not undo:
            yield target
        else:
            if prepare is not None:
                prepare(target)
            with one_undo_step(target):
                yield target


def _finish_text(target: Any) -> None:
    """Put text that is being typed where it belongs: a change of the view, or Undo, would move it or take it away."""
    question = ""
    try:
        finished = cancelling_dialogs(lambda: run_in_process("unfinished_text.finish", document=target))
    except DialogCancelled as error:
        finished, question = False, f' (LibreOffice asked "{error.title}")'
    if not finished:
        raise ToolError(
            f"Text is being typed into a cell, which does not take it{question}, so nothing was done. "
            "Press Return and answer what LibreOffice asks, or press Escape to drop the text; then call again."
        )


def _choose(desktop: Any, kind: DocumentKind) -> Any:
    front = desktop.getCurrentComponent()
    if _is(front, kind):
        return front
    visible = [item for item in _components(desktop) if _kind_of(item) and item.getCurrentController()]
    candidates = [item for item in visible if _is(item, kind)]
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        names = ", ".join(_distinct_names(candidates))
        raise ToolError(
            f"Several {kind.noun}s are open ({names}) and none of them is in front. "
            "Click the window of the one you mean, then call again."
        )
    others = ", ".join(
        f"{name} ({_noun(item)})" for name, item in zip(_distinct_names(visible), visible, strict=True)
    )
    dialog = modal_dialog()
    raise ToolError(
        f"No {kind.noun} is open in LibreOffice"
        + (f"; open are: {others}" if others else "")
        + (f'; it shows the dialog "{dialog}", answer that first' if dialog else "")
        + f". Open one first: double-click it in Files, or run `testbed-open {kind.app} FILE` in a terminal."
    )


def _distinct_names(documents: Sequence[Any]) -> list[str]:
    """The documents' names; where several have the same, with their folders."""
    names = [name_of(item) for item in documents]
    return [
        path_of(item) or name if names.count(name) > 1 else name
        for name, item in zip(names, documents, strict=True)
    ]


def _components(desktop: Any) -> Iterator[Any]:
    enumeration = desktop.getComponents().createEnumeration()
    while enumeration.hasMoreElements():
        yield enumeration.nextElement()


def _is(component: Any, kind: DocumentKind) -> bool:
    return bool(
        component is not None
        and hasattr(component, "supportsService")
        and component.supportsService(kind.service)
    )


def _kind_of(component: Any) -> DocumentKind | None:
    return next((kind for kind in KINDS if _is(component, kind)), None)


def _noun(component: Any) -> str:
    kind = _kind_of(component)
    return kind.noun if kind else "other document"
