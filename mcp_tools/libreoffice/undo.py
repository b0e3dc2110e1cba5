"""What a tool changes as one step of Undo, and nothing of it when the tool fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

_numbers = count(1)


@contextmanager
def one_undo_step(document: Any) -> Iterator[None]:
    """Join the block's changes into one step of Undo; when the block raises, take them back.

    Changes that LibreOffice does not record (those of Impress's objects made through UNO) are not part of it.
    """
    manager = document.getUndoManager()
    title = f"Tool Call {next(_numbers)}"  # another one each time: it shows whether the block was recorded
    manager.enterUndoContext(title)
    try:
        yield
    except BaseException:
        manager.leaveUndoContext()
        if _is_last(manager, title):
            manager.undo()
        raise
    manager.leaveUndoContext()


def _is_last(manager: Any, title: str) -> bool:
    return bool(manager.isUndoPossible() and manager.getCurrentUndoActionTitle() == title)
