"""Runs in a guest: writes every event of keyboard and pointer as a line of JSON, from XRecord, until it is ended.

A line is ["press" | "release", <keysym under the Shift and Num Lock of that moment>], ["move", x, y] or
["down" | "up", <button>, x, y]. It prints "ready" first.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import record
from Xlib.protocol import rq

KEYS = {X.KeyPress: "press", X.KeyRelease: "release"}
BUTTONS = {X.ButtonPress: "down", X.ButtonRelease: "up"}
NAMES = {getattr(XK, name): name.removeprefix("XK_") for name in dir(XK) if name.startswith("XK_")}


def main() -> None:
    display, names = Display(), Display()
    events = {"device_events": (X.KeyPress, X.MotionNotify)}
    empty: dict[str, Any] = dict.fromkeys(
        ("core_requests", "core_replies", "delivered_events", "errors"), (0, 0)
    )
    empty |= dict.fromkeys(("ext_requests", "ext_replies"), (0, 0, 0, 0))
    client = {"client_started": False, "client_died": False}
    context = display.record_create_context(0, [record.AllClients], [{**empty, **events, **client}])

    def told(reply: Any) -> None:
        if reply.category == record.StartOfData:
            sys.stdout.write('"ready"\n')
        data = reply.data
        while reply.category == record.FromServer and data:
            event, data = rq.EventField(None).parse_binary_value(data, display.display, None, None)
            if event.type in KEYS:
                second = names.keycode_to_keysym(event.detail, 1)
                number = event.state & X.Mod2Mask and NAMES.get(second, "").startswith("KP_")
                chosen = second if event.state & X.ShiftMask or number else 0
                keysym = chosen or names.keycode_to_keysym(event.detail, 0)
                line = [KEYS[event.type], NAMES.get(keysym, str(keysym))]
            elif event.type in BUTTONS:
                line = [BUTTONS[event.type], event.detail, event.root_x, event.root_y]
            else:
                line = ["move", event.root_x, event.root_y]
            sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()

    display.record_enable_context(context, told)


main()
