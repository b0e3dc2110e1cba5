"""The connection to the running LibreOffice."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp_tools.computer.process_activity import busiest_state
from mcp_tools.libreoffice.dialogs import modal_dialog
from mcp_tools.libreoffice.in_process.names import name_of as name_of
from mcp_tools.libreoffice.in_process.names import path_of as path_of
from mcp_tools.libreoffice.uno_errors import reason as reason
from mcp_tools.limited import LimitedCalls
from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout

PIPE = "testbed"
"""The pipe that LibreOffice listens on, by the setting ooSetupConnectionURL."""

START_SECONDS = scale_timeout(15.0)
"""How long to wait for a LibreOffice that is starting: its window comes before it listens."""
ANSWER_SECONDS = scale_timeout(8.0)
"""How long it may take to answer before anything is asked of it; a call that it goes on with has its tool's limit."""

_limited = LimitedCalls("LibreOffice")


@dataclass(frozen=True, slots=True)
class _Bridge:
    """The connection: LibreOffice's component context, its service manager, its Desktop object.

    Each object that comes over the pipe costs about a millisecond, so these are kept.
    """

    context: Any
    manager: Any
    desktop: Any


_bridge: _Bridge | None = None


@contextmanager
def libreoffice(*, reading: bool = False) -> Iterator[Any]:
    """The running LibreOffice's Desktop object.

    Raises ToolError when LibreOffice is not running, when a modal dialog is in the way of a change (not when
    only `reading`), and when LibreOffice refuses a call or goes away.
    """
    try:
        desktop = _desktop()
        if not reading and (title := modal_dialog()):
            raise ToolError(
                f'The dialog "{title}" is open in LibreOffice and blocks changes. '
                "Answer or close it first (Escape usually closes it)."
            )
        yield desktop
    except _uno_exception() as error:
        if _gone(error):
            raise ToolError(
                "LibreOffice or the document was closed during the call, so its effect is unknown. "
                "Open the document again and look at its state."
            ) from error
        raise ToolError(f"LibreOffice refused: {reason(error)}.") from error


def uno() -> Any:
    """Python's bridge to UNO, imported on use: it exists only where LibreOffice is installed."""
    return importlib.import_module("uno")


def struct(name: str, **fields: Any) -> Any:
    """A UNO struct with these fields, for example `struct("com.sun.star.awt.Size", Width=1, Height=2)`."""
    value = uno().createUnoStruct(name)
    for field, content in fields.items():
        setattr(value, field, content)
    return value


def service(name: str) -> Any:
    """A new object of one of LibreOffice's own services; only inside `document`."""
    bridge = _open()
    return bridge.manager.createInstanceWithContext(name, bridge.context)


def context() -> Any:
    """The component context of LibreOffice itself; only inside `document`. Another one after its restart."""
    return _open().context


def desktop() -> Any:
    """LibreOffice's Desktop object; only inside `document`."""
    return _open().desktop


def _open() -> _Bridge:
    if _bridge is None:
        raise RuntimeError(
            "LibreOffice was not connected yet: this needs `libreoffice` or `document` around it"
        )
    return _bridge


def _desktop() -> Any:
    """LibreOffice's Desktop object, over the open bridge or, when that broke, a new one.

    Raises ToolError when LibreOffice does not answer.
    """
    global _bridge
    if _bridge is None or not _answers(_bridge):
        _bridge = _connect()
    return _bridge.desktop


def _answers(bridge: _Bridge) -> bool:
    """Whether LibreOffice is still there; a dead bridge raises whatever the call would have.

    Raises ToolError when it is there and does not answer.
    """
    try:
        _limited.call(bridge.desktop.getName, ANSWER_SECONDS, _silence_reason)
    except _uno_exception():
        return False
    return True


def _silence_reason() -> str:
    states = {"T": "its process is stopped", "R": "it is busy"}
    title = modal_dialog()
    holder = (
        f'it shows the dialog "{title}"' if title else states.get(busiest_state(_processes()), "it hangs")
    )
    return (
        f"LibreOffice has not answered for {ANSWER_SECONDS:g} s: {holder}. Nothing was done. Look at the screen: "
        "answer or close a dialog, or wait until its window reacts; then call again."
    )


def _gone(error: Exception) -> bool:
    """Whether a call failed because its object or LibreOffice itself went away."""
    disposed = isinstance(error, uno().getClass("com.sun.star.lang.DisposedException"))
    return disposed or _bridge is None or not _answers(_bridge)


def _uno_exception() -> type[Exception]:
    exception: type[Exception] = uno().getClass("com.sun.star.uno.Exception")
    return exception


def _connect() -> _Bridge:
    """A bridge to the running LibreOffice; one that is just starting is waited for."""
    local = uno().getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    refused = uno().getClass("com.sun.star.connection.NoConnectException")
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return _limited.call(lambda: _resolve(resolver), ANSWER_SECONDS, _silence_reason)
        except refused as error:
            if not _processes():
                raise ToolError(
                    "LibreOffice is not running. Open a document first: double-click it in Files, or run "
                    "`testbed-open libreoffice_calc|libreoffice_writer|libreoffice_impress FILE` in a terminal."
                ) from error
            if time.monotonic() > deadline:
                raise ToolError(
                    f"LibreOffice is running but did not answer for {START_SECONDS:g} s. Look at the screen: "
                    "a start-up dialog may be open; else close LibreOffice and open the document again."
                ) from error
        time.sleep(0.1)


def _resolve(resolver: Any) -> _Bridge:
    context = resolver.resolve(f"uno:pipe,name={PIPE};urp;StarOffice.ComponentContext")
    manager = context.ServiceManager
    return _Bridge(context, manager, manager.createInstanceWithContext("com.sun.star.frame.Desktop", context))


def _processes() -> list[int]:
    """The numbers of LibreOffice's processes."""
    pids = []
    for entry in Path("/proc").glob("[0-9]*/comm"):
        with suppress(OSError):  # ended since the folder was listed
            if entry.read_text().strip() == "soffice.bin":
                pids.append(int(entry.parent.name))
    return pids
