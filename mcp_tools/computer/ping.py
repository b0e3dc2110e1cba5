"""Knowing that an application has handled all input sent to it so far."""

from __future__ import annotations

import itertools
import select
import time

from Xlib import X
from Xlib.display import Display
from Xlib.protocol.event import ClientMessage

from mcp_tools.registry import ToolError

PING_SECONDS = 10.0
_serials = itertools.count(1)


def wait_until_events_handled(display: Display, limit_seconds: float = PING_SECONDS) -> None:
    """Wait until the active window's application has taken all events sent to it so far.

    A client answers _NET_WM_PING in the order of its events. Applications that do not take part (and the
    desktop itself) are not waited for. Raises ToolError when there is no answer in `limit_seconds`.
    """
    root = display.screen().root
    active = root.get_full_property(display.intern_atom("_NET_ACTIVE_WINDOW"), X.AnyPropertyType)
    if active is None or not active.value or not active.value[0]:
        return
    window = display.create_resource_object("window", int(active.value[0]))
    protocols = display.intern_atom("WM_PROTOCOLS")
    ping = display.intern_atom("_NET_WM_PING")
    supported = window.get_full_property(protocols, X.AnyPropertyType)
    if supported is None or ping not in supported.value:
        return
    # Not a time stamp: no window manager's own ping has such a small one.
    serial = next(_serials)
    root.change_attributes(event_mask=X.SubstructureNotifyMask)
    try:
        event = ClientMessage(
            window=window, client_type=protocols, data=(32, [ping, serial, window.id, 0, 0])
        )
        window.send_event(event, event_mask=X.NoEventMask)
        display.flush()
        _wait_for_answer(display, protocols, ping, serial, limit_seconds)
    finally:
        root.change_attributes(event_mask=X.NoEventMask)
        display.sync()
        while display.pending_events():
            display.next_event()


def _wait_for_answer(display: Display, protocols: int, ping: int, serial: int, limit_seconds: float) -> None:
    deadline = time.monotonic() + limit_seconds
    while True:
        while display.pending_events():
            event = display.next_event()
            if isinstance(event, ClientMessage) and event.client_type == protocols:
                data = event.data[1]
                if data[0] == ping and data[1] == serial:
                    return
        left = deadline - time.monotonic()
        if left <= 0:
            raise ToolError(
                f"the active window has not taken input for {limit_seconds:g} s, so only part of the text "
                "was typed; look at the screen, wait until the application answers, then type the rest"
            )
        select.select([display.display.socket], [], [], left)
