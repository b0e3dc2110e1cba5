"""The desktop's windows, as the window manager lists them (EWMH), and which application each belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.error import BadDrawable, BadWindow
from Xlib.protocol.event import ClientMessage
from Xlib.xobject.drawable import Window as XWindow

from mcp_tools.declarations import declarations, hosts
from mcp_tools.x11 import XConnection

_connection = XConnection()

_FURNITURE = ("_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK")


@dataclass(frozen=True, slots=True)
class WindowInfo:
    """A window of an application; position and size of its visible frame in native pixels of the screen.

    `app` is the application's id (see `declarations`), or its lower-case WM_CLASS when it is not declared.
    """

    id: int
    title: str
    app: str
    x: int
    y: int
    width: int
    height: int
    active: bool
    minimized: bool
    pid: int = 0


def windows() -> list[WindowInfo]:
    """The applications' windows, topmost first; the desktop and docks are left out."""
    return _connection.query(_list_windows)


def popups() -> list[WindowInfo]:
    """Menus, lists and hints that applications show above their windows, topmost first."""
    return _connection.query(_list_popups)


def active_window() -> WindowInfo | None:
    """The application window that has the keyboard focus, if one has."""
    return next((window for window in windows() if window.active), None)


def activate(window: WindowInfo) -> None:
    """Ask the window manager to raise and focus a window; returns before that has happened."""
    with _connection.use() as display:
        root = display.screen().root
        event = ClientMessage(
            window=display.create_resource_object("window", window.id),
            client_type=display.intern_atom("_NET_ACTIVE_WINDOW"),
            data=(32, [2, X.CurrentTime, 0, 0, 0]),
        )
        root.send_event(event, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        display.flush()


def is_larger_than_screen(window: WindowInfo) -> bool:
    """Whether no place on the screen shows the whole window."""

    def query(display: Display) -> bool:
        screen = display.screen().root.get_geometry()
        return bool(window.width > screen.width or window.height > screen.height)

    return _connection.query(query)


def is_screen_filling(window: WindowInfo) -> bool:
    """Whether a part of the window that has no parts itself, such as a video's picture, covers the whole screen."""

    def query(display: Display) -> bool:
        try:
            return _has_covering_part(
                display.create_resource_object("window", window.id), display.screen().root
            )
        except (BadWindow, BadDrawable):
            return False  # closed while being looked at

    return _connection.query(query)


def _has_covering_part(window: XWindow, root: XWindow) -> bool:
    if window.get_attributes().map_state != X.IsViewable:
        return False
    size, screen, origin = window.get_geometry(), root.get_geometry(), root.translate_coords(window.id, 0, 0)
    if origin.x > 0 or origin.y > 0:
        return False
    if origin.x + size.width < screen.width or origin.y + size.height < screen.height:
        return False
    children = window.query_tree().children
    return not children or any(_has_covering_part(child, root) for child in children)


def app_of(wm_class: tuple[str, str] | None, title: str) -> str:
    """The application's id for a window's WM_CLASS (instance, class) and title."""
    names = [name.lower() for name in reversed(wm_class or ())]
    for application in declarations():
        if any(pattern.fullmatch(name) for pattern in application.window_classes for name in names):
            return application.id
    for application in declarations():
        if any(pattern.search(title) for pattern in application.window_titles):
            return application.id
    return names[0] if names else ""


def _list_windows(display: Display) -> list[WindowInfo]:
    root = display.screen().root
    active = next(iter(_longs(display, root, "_NET_ACTIVE_WINDOW")), 0)
    windows = []
    for window_id in reversed(_longs(display, root, "_NET_CLIENT_LIST_STACKING")):
        window = display.create_resource_object("window", window_id)
        try:
            info = _describe(display, root, window, active)
        except (BadWindow, BadDrawable):
            continue  # closed while being looked at
        if info is not None:
            windows.append(info)
    return windows


def _list_popups(display: Display) -> list[WindowInfo]:
    root = display.screen().root
    clients = set(_longs(display, root, "_NET_CLIENT_LIST_STACKING"))
    popups = []
    for window in reversed(root.query_tree().children):
        try:
            attributes = window.get_attributes()
            visible = attributes.map_state == X.IsViewable and attributes.win_class == X.InputOutput
            if not visible or not attributes.override_redirect:
                continue
            if any(child.id in clients for child in window.query_tree().children):
                continue  # a frame that the window manager draws around a window
            info = _describe(display, root, window, 0)
        except (BadWindow, BadDrawable):
            continue  # closed while being looked at
        if info is not None:
            popups.append(info)
    return popups


def _describe(display: Display, root: XWindow, window: XWindow, active: int) -> WindowInfo | None:
    furniture = {display.intern_atom(name) for name in _FURNITURE}
    if furniture.intersection(_longs(display, window, "_NET_WM_WINDOW_TYPE")):
        return None
    size = window.get_geometry()
    origin = root.translate_coords(window.id, 0, 0)
    # Applications that draw their own decorations surround them with an invisible border for shadows.
    left, right, top, bottom = (_longs(display, window, "_GTK_FRAME_EXTENTS") or [0, 0, 0, 0])[:4]
    if not (left or right or top or bottom):
        left, right, top, bottom = (
            -n for n in (_longs(display, window, "_NET_FRAME_EXTENTS") or [0] * 4)[:4]
        )
    if size.width <= 1 or size.height <= 1:
        return None  # LibreOffice keeps such a window while it starts
    hidden = display.intern_atom("_NET_WM_STATE_HIDDEN") in _longs(display, window, "_NET_WM_STATE")
    title = _title(display, window)
    return WindowInfo(
        id=window.id,
        title=title,
        app=_app(window, title),
        x=origin.x + left,
        y=origin.y + top,
        width=size.width - left - right,
        height=size.height - top - bottom,
        active=window.id == active,
        minimized=hidden,
        pid=next(iter(_longs(display, window, "_NET_WM_PID")), 0),
    )


def _app(window: XWindow, title: str, depth: int = 0) -> str:
    app = app_of(window.get_wm_class(), title)
    declared = any(application.id == app for application in declarations())
    if (declared and app not in hosts()) or depth >= 4:
        return app
    owner = window.get_wm_transient_for()
    if owner is None or owner.id == window.id:
        return app
    try:
        return _app(owner, owner.get_wm_name() or "", depth + 1) or app
    except (BadWindow, BadDrawable):
        return app


def _title(display: Display, window: XWindow) -> str:
    title = window.get_full_property(display.intern_atom("_NET_WM_NAME"), X.AnyPropertyType)
    if title is None:
        title = window.get_full_property(Xatom.WM_NAME, X.AnyPropertyType)
    if title is None:
        return ""
    return title.value.decode("utf-8", "replace") if isinstance(title.value, bytes) else str(title.value)


def _longs(display: Display, window: XWindow, name: str) -> list[int]:
    prop = window.get_full_property(display.intern_atom(name), X.AnyPropertyType)
    return [] if prop is None or prop.format != 32 else [int(value) for value in prop.value]
