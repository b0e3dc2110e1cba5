"""Knowing that applications and the window manager have handled everything sent to them so far."""

from __future__ import annotations

import itertools
import select
import time
from collections.abc import Callable

from Xlib import X
from Xlib.display import Display
from Xlib.error import BadWindow
from Xlib.protocol.event import ClientMessage, DestroyNotify, PropertyNotify
from Xlib.protocol.rq import Event

from mcp_tools.registry import ToolError

PING_SECONDS = 10.0
_serials = itertools.count(1)


def wait_until_events_handled(display: Display, limit_seconds: float = PING_SECONDS) -> None:
    """Wait until the active window's application has taken all input sent to it so far; ToolError if not."""
    if not application_answers(display, limit_seconds):
        raise ToolError(
            f"the active window has not taken input for {limit_seconds:g} s, so only part of the text "
            "was typed; look at the screen, wait until the application answers, then type the rest"
        )


def application_answers(display: Display, limit_seconds: float) -> bool:
    """Whether the active window's application answers _NET_WM_PING, which it does in the order of its events.

    True for applications that take no part in this, when no application is active, and when the window goes
    away meanwhile: it closed at what it was sent.
    """
    try:
        return _active_window_answers(display, limit_seconds)
    except BadWindow:
        return True


def _active_window_answers(display: Display, limit_seconds: float) -> bool:
    root = display.screen().root
    active = root.get_full_property(display.intern_atom("_NET_ACTIVE_WINDOW"), X.AnyPropertyType)
    if active is None or not active.value or not active.value[0]:
        return True
    window = display.create_resource_object("window", int(active.value[0]))
    protocols = display.intern_atom("WM_PROTOCOLS")
    ping = display.intern_atom("_NET_WM_PING")
    supported = window.get_full_property(protocols, X.AnyPropertyType)
    if supported is None or ping not in supported.value:
        return True
    # In the place of a time stamp: no window manager's own ping has such a small one.
    serial = next(_serials)

    def answered(event: Event) -> bool:
        if isinstance(event, DestroyNotify):
            return bool(event.window == window)
        if not isinstance(event, ClientMessage) or event.client_type != protocols:
            return False
        return list(event.data[1][:2]) == [ping, serial]

    # GTK and Chromium address the answer to those who select SubstructureNotify, Qt to StructureNotify.
    root.change_attributes(event_mask=X.SubstructureNotifyMask | X.StructureNotifyMask)
    window.change_attributes(event_mask=X.StructureNotifyMask)
    try:
        message = ClientMessage(
            window=window, client_type=protocols, data=(32, [ping, serial, window.id, 0, 0])
        )
        window.send_event(message, event_mask=X.NoEventMask)
        return _wait_for(display, answered, limit_seconds)
    finally:
        root.change_attributes(event_mask=X.NoEventMask)
        window.change_attributes(event_mask=X.NoEventMask)
        _drop_events(display)


def window_manager_answers(display: Display, limit_seconds: float) -> bool:
    """Whether the window manager, which also paints the desktop, answers a request for frame extents.

    True when none runs or it does not know the request.
    """
    root = display.screen().root
    request = display.intern_atom("_NET_REQUEST_FRAME_EXTENTS")
    supported = root.get_full_property(display.intern_atom("_NET_SUPPORTED"), X.AnyPropertyType)
    if supported is None or request not in supported.value:
        return True
    window = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
    try:
        message = ClientMessage(window=window, client_type=request, data=(32, [0] * 5))
        root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        return _wait_for(display, lambda event: isinstance(event, PropertyNotify), limit_seconds)
    finally:
        window.destroy()
        _drop_events(display)


def _wait_for(display: Display, matches: Callable[[Event], bool], limit_seconds: float) -> bool:
    deadline = time.monotonic() + limit_seconds
    display.flush()
    while True:
        while display.pending_events():
            if matches(display.next_event()):
                return True
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        select.select([display.display.socket], [], [], left)


def _drop_events(display: Display) -> None:
    display.sync()
    while display.pending_events():
        display.next_event()
