"""The states of VS Code: views, windows and unsaved texts that the exploration draws from, and some more."""

from __future__ import annotations

import json
from typing import Any, Final

from tests.guest.fuzz.code import CodeSubject
from tests.guest.fuzz.code_documents import CLOSED, COMMANDS, DELETED, VIEWS
from tests.guest.states.office_ways import press, type_text, wait
from tests.guest.states.table import AppState, AppTable, nothing

APP: Final = "code"
TYPED: Final = "zeta "


def _state(name: str, **document: Any) -> AppState:
    return AppState(APP, name, nothing, document=document, names="unsaved|save|dialog|open")


def _keys(name: str, *keys: str, **more: Any) -> AppState:
    def enter(subject: Any) -> None:
        press(subject, "ctrl", "1")
        press(subject, *keys)
        subject.guest.call_tool("computer.screenshot", {"limit_seconds": 5})

    return AppState(APP, name, enter, **more)


def _palette(subject: CodeSubject, command: str) -> None:
    press(subject, "ctrl", "1")
    press(subject, "F1")
    subject.guest.call_tool("computer.screenshot", {"limit_seconds": 5})
    type_text(subject, f"{command}\n")


def _asks_to_save(subject: CodeSubject) -> bool:
    return bool(subject.state().get("page/dialog"))


def _close_unsaved(subject: CodeSubject) -> None:
    _palette(subject, "View: Close Editor")
    wait(lambda: _asks_to_save(subject), "the question whether to save")


def _asks_to_leave(subject: CodeSubject) -> bool:
    """The browser draws the question in the window; the page runs no script until it is answered."""
    return not subject.page_answers()


def _close_window(subject: CodeSubject) -> None:
    press(subject, "ctrl", "1")
    press(subject, "alt", "F4")
    wait(lambda: _asks_to_leave(subject), "the question whether to leave")


def _stay(subject: CodeSubject) -> None:
    if _asks_to_leave(subject):
        press(subject, "Escape")
        wait(lambda: not _asks_to_leave(subject), "the end of the question")


def _shows_update(subject: CodeSubject) -> bool:
    return "has been released" in subject.notifications()


def _show_update(subject: CodeSubject) -> None:
    """The notice goes by itself after some seconds; the list of notices has it."""
    _palette(subject, "Notifications: Show Notifications")
    wait(lambda: _shows_update(subject), "the notice of an update")


def _open_notebook(subject: CodeSubject) -> None:
    """A notebook with a word in three cells, and an odd name, outside the workspace."""
    cells = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": [text]}
        for text in ("alpha = 1\n", "print(alpha)", "Alpha beta")
    ]
    book = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    path = subject.code.write("out/cells '1' #名.ipynb", json.dumps(book))
    subject.code.launch(path)
    wait(lambda: subject.state().get("window/active") == [path], "the notebook")


def _signal(subject: CodeSubject, name: str) -> None:
    subject.guest.run(["pkill", f"-{name}", "-f", "user-data-dir=/home/user/.config/[c]hromium-code"])


STATES: Final = (
    _state("plain"),
    AppState(
        APP,
        "asks to save",
        _close_unsaved,
        _asks_to_save,
        lambda subject: press(subject, "Escape"),
        names="dialog|save|open",
        document={"typed": TYPED},
        free=("page/dialog",),
    ),
    AppState(
        APP,
        "asks to leave",
        _close_window,
        _asks_to_leave,
        _stay,
        names="dialog",
        document={"typed": TYPED},
        typed=TYPED,
        readable=False,
        reads=False,
    ),
    AppState(
        APP,
        "busy",
        lambda subject: _signal(subject, "STOP"),
        leave=lambda subject: _signal(subject, "CONT"),
        names="did not|answer|respond|busy",
        readable=False,
        reads=False,
    ),
    _state("unsaved", typed=TYPED),
    _state("file deleted", view=DELETED),
    _state("no folder", workspace="none"),
    _state("several folders", workspace="several"),
    _state(CLOSED, workspace=CLOSED, file=None),
    *(_state(view, view=view) for view in VIEWS),
    *(_state(f"opened {name}", command=name) for name in COMMANDS),
    AppState(APP, "notebook", nothing, prepare=_open_notebook, names="notebook|editor|cell|open|contain"),
    AppState(APP, "update notice", _show_update, document={"update": True}),
    _keys("zen mode", "ctrl", "k", names="dialog"),
    _keys("quick open", "ctrl", "p"),
    _keys("menu", "alt", "f"),
)
TABLE: Final = AppTable(
    STATES,
    {
        "settings": "plain",
        "link": False,
        "mode": 0o644,
        "workspace": "one",
        "override": None,
        "file": "one/a.txt",
        "typed": "",
        "view": None,
        "command": None,
    },
    "osworld_mcp_code.list_extensions",
)
