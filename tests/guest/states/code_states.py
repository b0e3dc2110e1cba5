"""The states of VS Code: views, windows and unsaved texts that the exploration draws from, and some more."""

from __future__ import annotations

from typing import Any, Final

from tests.guest.fuzz.code_documents import CLOSED, COMMANDS, DELETED, VIEWS
from tests.guest.states.office_ways import press
from tests.guest.states.table import AppState, AppTable

APP: Final = "code"


def _state(name: str, **document: Any) -> AppState:
    return AppState(APP, name, lambda _: None, document=document, names="unsaved|save|dialog|open")


def _keys(name: str, *keys: str, **more: Any) -> AppState:
    def enter(subject: Any) -> None:
        press(subject, "ctrl", "1")
        press(subject, *keys)
        subject.guest.call_tool("computer.screenshot", {"limit_seconds": 5})

    return AppState(APP, name, enter, **more)


STATES: Final = (
    _state("plain"),
    _state("unsaved", typed="zeta "),
    _state("file deleted", view=DELETED),
    _state("no folder", workspace="none"),
    _state("several folders", workspace="several"),
    _state(CLOSED, workspace=CLOSED, file=None),
    *(_state(view, view=view) for view in VIEWS),
    *(_state(f"opened {name}", command=name) for name in COMMANDS),
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
