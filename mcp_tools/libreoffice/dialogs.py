"""Modal dialogs of LibreOffice, found through the window manager's properties (UNO does not show GTK's)."""

from __future__ import annotations

from typing import Any

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.error import BadWindow


def modal_dialog() -> str | None:
    """The title of a modal dialog that LibreOffice shows, or None."""
    display = Display()
    try:
        root = display.screen().root
        state_atom = display.intern_atom("_NET_WM_STATE")
        modal_atom = display.intern_atom("_NET_WM_STATE_MODAL")
        clients = root.get_full_property(display.intern_atom("_NET_CLIENT_LIST"), X.AnyPropertyType)
        for window_id in clients.value if clients else ():
            window = display.create_resource_object("window", window_id)
            try:
                state = window.get_full_property(state_atom, Xatom.ATOM)
                if state and modal_atom in state.value and _is_libreoffice(window):
                    return _title(display, window)
            except BadWindow:
                continue  # closed since the list was read
        return None
    finally:
        display.close()


def _is_libreoffice(window: Any) -> bool:
    names = window.get_wm_class() or ()
    return any(name.lower().startswith(("soffice", "libreoffice")) for name in names)


def _title(display: Display, window: Any) -> str:
    name = window.get_full_property(display.intern_atom("_NET_WM_NAME"), X.AnyPropertyType)
    if name is not None and isinstance(name.value, bytes):
        return name.value.decode("utf-8", "replace")
    return str(window.get_wm_name() or "untitled")
