"""LibreOffice in a guest, for tests: opens files, calls its tools, looks inside it, fetches what was saved."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

from testbed.errors import GuestError
from tests.guest.tools.application import Application
from tests.guest.tools.calls import Tools
from tests.waiting import eventually, limit

FOLDER = "/home/user/office-tests"
PREFIX = "osworld_mcp_libreoffice_"
CLOSE_SECONDS = 40.0
"""How long closing all documents may take."""

CONNECT = """
import json
import time
import uno

def struct(name, **fields):
    value = uno.createUnoStruct(name)
    for field, content in fields.items():
        setattr(value, field, content)
    return value

local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)

def connected():
    deadline = time.monotonic() + 15
    while True:
        try:
            return resolver.resolve("uno:pipe,name=testbed;urp;StarOffice.ComponentContext")
        except uno.getClass("com.sun.star.connection.NoConnectException"):
            if time.monotonic() > deadline:  # LibreOffice's first window comes before it listens
                raise
        time.sleep(0.05)

context = connected()
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
"""

DOCUMENTS = """
components = desktop.getComponents().createEnumeration()
documents = []
while components.hasMoreElements():
    component = components.nextElement()
    if hasattr(component, "setModified"):
        documents.append(component)
document = next((d for d in documents if d == desktop.getCurrentComponent()), documents[0] if documents else None)
"""

_END = """
import os
import sys
sys.stdout.flush()
os._exit(0)  # Python's own end sometimes crashes while the bridge to LibreOffice is torn down
"""

_WAIT_FOR_FRONT = """
url = uno.systemPathToFileUrl(PATH)
deadline = time.monotonic() + 30
while getattr(desktop.getCurrentComponent(), "URL", "") != url:
    assert time.monotonic() < deadline, "the window is in front, but not LibreOffice's current one"
    time.sleep(0.02)
"""

_CLOSE = """
import threading
import unohelper
from com.sun.star.awt import XCallback
closed = threading.Event()

class Close(unohelper.Base, XCallback):
    def notify(self, _):
        for item in documents:
            item.setModified(False)
            item.close(True)
        closed.set()

# In LibreOffice's main thread: closed in another one, now and then it crashes at what is done next.
context.ServiceManager.createInstanceWithContext("com.sun.star.awt.AsyncCallback", context).addCallback(Close(), None)
closed.wait()
"""

_PROFILE = "/home/user/.config/libreoffice/4/user"
_FORGET_CRASH = f"""
sed -i '/Office.Recovery.Recovery/d' {_PROFILE}/registrymodifications.xcu
rm -rf {_PROFILE}/backup/* {_PROFILE}/.lock {FOLDER}/.~lock.*
"""

_QUIT = """
for item in documents:
    item.setModified(False)
try:
    desktop.terminate()
except uno.getClass("com.sun.star.lang.DisposedException"):
    pass
"""


class Office(Application):
    """LibreOffice in a guest. Names of tools are given without their prefix: "calc.env_info"."""

    prefix = PREFIX

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        self.opened = False

    def open(self, app: str, name: str, save: Callable[[io.BytesIO], object]) -> None:
        """Write a file with `save` (such as a workbook's own) and open it; waits for its window to be in front."""
        stream = io.BytesIO()
        save(stream)
        self.write(name, stream.getvalue())
        self.show(app, name)

    def show(self, app: str, name: str, *options: str) -> None:
        """Open a file that is in the folder already; waits for its window to be in front."""
        self.launch(app, *options, f"{FOLDER}/{name}")
        self.wait_for_window(lambda titles: any(title.startswith(f"{name} ") for title in titles[:1]))
        self.script(_WAIT_FOR_FRONT.replace("PATH", repr(f"{FOLDER}/{name}")))

    def launch(self, app: str, *files: str) -> None:
        """Start the application, or open files in the running one; returns at once."""
        self.guest.run(["/usr/local/bin/testbed-open", app, *files], as_user=True)
        self.opened = True

    def wait_for_window(self, shown: Callable[[list[str]], bool], seconds: float = 60.0) -> None:
        """Wait for a condition on the titles of the windows, the active one first."""
        titles: list[str] = []

        def is_shown() -> bool:
            windows = self.guest.call_tool("computer.windows").structured or {}
            titles[:] = [
                item["title"] for item in sorted(windows["windows"], key=lambda item: not item["active"])
            ]
            return shown(titles)

        eventually(is_shown, what=lambda: f"other windows than {titles}", seconds=seconds, every=0.1)

    def write(self, name: str, content: bytes) -> None:
        self.guest.write_file(f"{FOLDER}/{name}", content)

    def file(self, name: str) -> bytes:
        return self.guest.read_file(f"{FOLDER}/{name}")

    def look(self, expression: str) -> Any:
        """The value of a Python expression over UNO: `document` is the one in front, `desktop` LibreOffice's."""
        return json.loads(self.script(f"print(json.dumps({expression}))"))

    def script(self, code: str, *, seconds: float = 30.0) -> str:
        """What Python code prints that runs beside the tools with `document`, `desktop`, `struct` and `uno`."""
        program = f"{CONNECT}\n{DOCUMENTS}\n{code}\n{_END}"
        return self.guest.run(["python3", "-c", program], as_user=True, timeout=seconds).text

    def close(self) -> None:
        """Close all documents, unsaved; LibreOffice keeps running.

        One that crashed or does not close them is ended without anything to recover, so that the next test finds
        a fresh one; that it did not close them is an AssertionError or GuestError nevertheless.
        """
        if not self.opened:
            return
        if self.crashed():
            self.kill()
            return
        try:
            self.script(_CLOSE, seconds=limit(CLOSE_SECONDS))
            self.wait_for_window(lambda titles: not any("LibreOffice" in title for title in titles))
        except BaseException:
            self.kill()
            raise

    def reset(self) -> None:
        """Close all documents, whatever state LibreOffice is in."""
        try:
            self.close()
        except (AssertionError, GuestError):
            assert not self.is_running(), "LibreOffice could not be ended"

    def crashed(self) -> bool:
        """Whether LibreOffice ended by itself, or was started anew after that and asks what to recover."""
        if not self.is_running():
            return True
        windows = (self.guest.call_tool("computer.windows").structured or {})["windows"]
        return any("Recovery" in window["title"] for window in windows)

    def kill(self) -> None:
        """End LibreOffice at once, and remove what it would recover at its next start."""
        for program in ("oosplash", "soffice.bin"):  # the first would start the second anew
            self.guest.run(["pkill", "-KILL", "-x", program], check=False)
        eventually(lambda: not self.is_running(), what="the end of soffice.bin", every=0.1)
        self.guest.run(["sh", "-c", _FORGET_CRASH])

    def quit(self) -> None:
        """End LibreOffice and wait until the process is gone: a file opened in one that is ending would be lost."""
        if self.opened and self.is_running():
            self.script(_QUIT)
            eventually(lambda: not self.is_running(), what="the end of soffice.bin", every=0.1)

    def is_running(self) -> bool:
        return self.guest.run(["pgrep", "-x", "soffice.bin"], check=False).exit_code == 0
