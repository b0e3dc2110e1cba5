"""Modal dialogs of LibreOffice, found through the window manager's properties (UNO does not show GTK's)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.error import BadWindow
from Xlib.protocol.event import ClientMessage

from mcp_tools.registry import ToolError, blocker_check, one_process
from mcp_tools.timeouts import scale_timeout
from mcp_tools.x11 import XConnection

Result = TypeVar("Result")

_connection = XConnection()

POLL_SECONDS = 0.05
CALL_SECONDS = scale_timeout(25.0)
"""How long a call may take during which no dialog is shown."""
CANCEL_SECONDS = scale_timeout(10.0)
"""How long a call may go on after its dialogs were closed."""


class DialogCancelled(Exception):
    """A call made LibreOffice ask something; its dialog was closed unanswered. `title` is the dialog's."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.title = title


APPS = ("libreoffice_calc", "libreoffice_writer", "libreoffice_impress")
one_process(*APPS)


@blocker_check(*APPS)
def blocking_dialog() -> str | None:
    """What blocks LibreOffice, for a call that takes long: the modal dialog it shows, or None."""
    title = modal_dialog()
    if title is None:
        return None
    return (
        f'LibreOffice shows the dialog "{title}", which blocks this call. Answer or close it (Escape usually '
        "closes it); the call may still take effect then, so look at the document before you repeat it."
    )


def modal_dialog() -> str | None:
    """The title of a modal dialog that LibreOffice shows, or None."""
    return _connection.query(_first_title)


def cancelling_dialogs(call: Callable[[], Result]) -> Result:
    """Make a call of LibreOffice during which every modal dialog is closed as by its Cancel button.

    Raises DialogCancelled when there was one, else what the call raises; ToolError when a dialog stays, or when
    LibreOffice does not finish.
    """
    failures: list[BaseException] = []
    results: list[Result] = []

    def work() -> None:
        try:
            results.append(call())
        except BaseException as error:  # noqa: BLE001 - raised again by the waiting thread
            failures.append(error)

    thread = threading.Thread(target=work, name="cancelling_dialogs", daemon=True)
    thread.start()
    title: str | None = None
    deadline = time.monotonic() + CALL_SECONDS
    thread.join(POLL_SECONDS)
    while thread.is_alive():
        closed = _close_modal_dialogs()
        if closed and title is None:
            title, deadline = closed, time.monotonic() + CANCEL_SECONDS
        if time.monotonic() > deadline:
            raise ToolError(
                f'LibreOffice shows the dialog "{title}", which stays open. Answer or close it.'
                if title is not None
                else f"LibreOffice did not finish in {CALL_SECONDS:g} s and may still do so: it is busy, or hangs. "
                "Look at the screen, and at the document's state before you call again."
            )
        thread.join(POLL_SECONDS)
    if title is not None:
        raise DialogCancelled(title)
    for failure in failures:
        raise failure
    return results[0]


def _close_modal_dialogs() -> str | None:
    """Ask the window manager to close them; the title of the first, None when there is none."""
    with _connection.use() as display:
        dialogs = _modal_windows(display)
        root = display.screen().root
        for window in dialogs:
            message = ClientMessage(
                window=window,
                client_type=display.intern_atom("_NET_CLOSE_WINDOW"),
                data=(32, [X.CurrentTime, 2, 0, 0, 0]),
            )
            root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        display.flush()
        return _title(display, dialogs[0]) if dialogs else None


def _first_title(display: Display) -> str | None:
    dialogs = _modal_windows(display)
    return _title(display, dialogs[0]) if dialogs else None


def _modal_windows(display: Display) -> list[Any]:
    state_atom = display.intern_atom("_NET_WM_STATE")
    modal_atom = display.intern_atom("_NET_WM_STATE_MODAL")
    clients = display.screen().root.get_full_property(
        display.intern_atom("_NET_CLIENT_LIST"), X.AnyPropertyType
    )
    windows = []
    for window_id in clients.value if clients else ():
        window = display.create_resource_object("window", window_id)
        try:
            state = window.get_full_property(state_atom, Xatom.ATOM)
            if state and modal_atom in state.value and _is_libreoffice(window):
                windows.append(window)
        except BadWindow:
            continue  # closed since the list was read
    return windows


def _is_libreoffice(window: Any) -> bool:
    names = window.get_wm_class() or ()
    return any(name.lower().startswith(("soffice", "libreoffice")) for name in names)


def _title(display: Display, window: Any) -> str:
    try:
        name = window.get_full_property(display.intern_atom("_NET_WM_NAME"), X.AnyPropertyType)
    except BadWindow:
        return "closed meanwhile"
    if name is not None and isinstance(name.value, bytes):
        return name.value.decode("utf-8", "replace")
    return str(window.get_wm_name() or "untitled")
