"""Every task's checker before guests that lie: it ends with a score, whatever files hold and commands print.

A checker that raises is an infrastructure error, by which an agent would leave the accuracy's denominator.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from checkers import Score, Termination
from checkers.differences.changed_files import FileChange, FileState
from controller.tasks.judging import judge
from controller.tasks.selection import tasks_root
from controller.tasks.sources.folder.source import FolderSource
from controller.tasks.task import Task
from tests.checkers.office_files import zipped
from tests.hostile import seeds
from tests.hostile.checker_parsers import AnsweringGuest
from tests.hostile.item import Item

_LIES: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "bytes that are no text": lambda: bytes(range(256)) * 9,
    "lists in lists": lambda: b"[" * 200_000,
    "digits without end": lambda: b"9" * 20_000,
    "numbers that are none": lambda: b'{"a": NaN, "roots": Infinity, "children": -1e999}',
    "escape sequences": lambda: b"\x1b[2J\x1b]0;owned\x07\n" * 100,
    "an odd number of fields": lambda: b"a\0f\x001\0b\0",
    "a zip bomb": lambda: zipped({"content.xml": bytes(2**25)}),
    "a document of another kind": lambda: seeds.odt_files()[0],
    "a workbook of another make": lambda: seeds.xlsx_files()[0],
    "a picture": lambda: seeds.pictures()[0],
}


_CHANGED: dict[str, Callable[[], bytes]] = {
    "Documents/a.docx": lambda: seeds.docx_files()[0],
    "Documents/a.xlsx": lambda: seeds.xlsx_files()[0],
    "Documents/a.odt": lambda: seeds.odt_files()[0],
    "Documents/a.png": lambda: seeds.pictures()[0],
    "Documents/a.csv": lambda: b"a,b\n",
    ".config/libreoffice/4/user/registrymodifications.xcu": lambda: b"",
}


class LyingGuest(AnsweringGuest):
    """Answers everything alike, and the agent said that it has succeeded."""

    def __init__(self, data: bytes, status: str) -> None:
        super().__init__(data)
        self.termination = Termination("success" if status == "success" else "failure", "9" * 5000)

    def changed_files(self) -> list[FileChange]:
        """A file of each kind was changed into what everything is."""
        after = FileState("f", 0o644, len(self.data), content=self.data)
        return [
            FileChange(f"/home/user/{path}", FileState("f", 0o644, 1, content=make()), after)
            for path, make in _CHANGED.items()
        ]


def _judge(task: Task, data: bytes) -> Score:
    score = judge(task, LyingGuest(data, "success" if task.info.feasible else "failure"), threading.Event())
    assert score.value < 1, f"a lie passes: {score}"
    return score


def checker_items() -> list[Item]:
    """Each lie before each task's checker."""
    source = FolderSource(tasks_root())
    return [
        Item(f"{task.id}: {what}", make, partial(_judge, task))
        for task in map(source.load, source.ids())
        for what, make in _LIES.items()
    ]
