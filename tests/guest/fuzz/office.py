"""What the subjects of LibreOffice's applications have in common: opened, saved as a copy, undone."""

from __future__ import annotations

import base64
import json
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from controller.core.guest import Guest
from tests.guest.fuzz.guest_python import GuestPython
from tests.guest.fuzz.promises import State, Subject
from tests.guest.tools import office
from tests.guest.tools.calls import Timings, Tools

_HELPERS = f"""
{office.CONNECT}
import base64, contextlib
from com.sun.star.beans import PropertyValue

def properties(**values):
    return tuple(PropertyValue(name, 0, value, 0) for name, value in values.items())

def current():
    components = desktop.getComponents().createEnumeration()
    while components.hasMoreElements():
        component = components.nextElement()
        if getattr(component, "URL", "") == opened:
            return component
    raise LookupError(f"{{opened}} is not open any more")

def save_copy(filter_name):
    path = "/tmp/fuzz-copy"
    options = properties(FilterName=filter_name, NoThumbnail=True)  # to draw it takes longer than all else
    with unrecorded():
        document.storeToURL(uno.systemPathToFileUrl(path), options)
    with open(path, "rb") as file:
        return base64.b64encode(file.read()).decode()

@contextlib.contextmanager
def unrecorded():  # saving a text with frames sorts its shapes, as a step that would end what Redo can do
    manager = document.getUndoManager() if hasattr(document, "getTextFrames") else None
    if manager:
        manager.lock()
    yield
    if manager:
        manager.unlock()

def dispatch(command):
    controller = current().getCurrentController()
    helper = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
    helper.executeDispatch(controller.getFrame(), command, "", 0, ())

def settle():  # what is put off, such as scrolling to the cursor after a change of widths or zoom
    context.ServiceManager.createInstanceWithContext("com.sun.star.awt.Toolkit", context).processEventsToIdle()

def forget():  # what is named here stays in LibreOffice's memory
    for name in set(globals()) - kept:
        del globals()[name]

kept = {{*globals(), "kept"}}
"""


_FILES = f"""
import base64, os, shutil, subprocess

folder = {office.FOLDER!r}

def output(*command):
    return subprocess.run(command, capture_output=True).stdout.split()

def replace_files(contents):
    os.makedirs(folder, exist_ok=True)
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)
        else:
            os.unlink(entry.path)
    for name, content in contents.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(base64.b64decode(content))
"""


class _Office(office.Office):
    """LibreOffice whose scripts run in one Python as long as it runs: to start one costs more than the scripts."""

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        self._python: GuestPython | None = None
        self.files = GuestPython(tools.guest)
        self.files.run(_FILES)

    @property
    def python(self) -> GuestPython:
        if not self._python:
            self._python = GuestPython(self.guest)
            self._python.run(_HELPERS)
        return self._python

    def script(self, code: str, *, seconds: float = 30.0) -> str:
        try:
            return self.python.run(f"{office.DOCUMENTS}\n{code}", seconds=seconds)
        except TimeoutError as error:
            raise AssertionError(str(error)) from error

    def replace_files(self, contents: Mapping[str, bytes]) -> None:
        """Have these files in the folder, and no others."""
        encoded = {name: base64.b64encode(content).decode() for name, content in contents.items()}
        self.files.run(f"replace_files({encoded!r})")

    def is_running(self) -> bool:
        return bool(self.files.value("len(output('pgrep', '-x', 'soffice.bin'))"))

    def memory_kib(self) -> int:
        return int(self.files.value("sum(map(int, output('ps', '-C', 'soffice.bin', '-o', 'rss=')))"))

    def kill(self) -> None:
        self.disconnect()
        super().kill()

    def disconnect(self) -> None:
        if self._python:
            self._python.close()
            self._python = None


class OfficeSubject(Subject):
    """An application of LibreOffice; a document is written by `make` and read by `read`, both on the host."""

    app: ClassVar[str]
    """As `testbed-open` knows it, such as "libreoffice_calc"."""
    calls_per_document = 20  # to open one takes as long as three calls

    def __init__(self, guest: Guest) -> None:
        super().__init__(guest)
        self.office = _Office(Tools(guest, Timings(list)))
        self._filter = ""
        self._file = ""

    @abstractmethod
    def make(self, document: Any) -> tuple[str, str, bytes]:
        """The document's file name, the name of LibreOffice's filter that saves it so, its content."""

    @abstractmethod
    def read(self, name: str, content: bytes) -> State:
        """The state of a saved copy."""

    def beside(self) -> Mapping[str, bytes]:
        """Files for the document's folder, by name."""
        return {}

    def options(self, document: Any) -> tuple[str, ...]:
        """Options of LibreOffice's command line to open the document with."""
        return ()

    def view(self) -> str:
        """A Python expression over `document` in the guest: a dict of what a view shows (cursor, selection, sheet)."""
        return "{}"

    @property
    def file(self) -> str:
        """Name of the document's file in `office.FOLDER`."""
        return self._file

    @property
    def python(self) -> GuestPython:
        """Python in the guest, with `document`, `desktop`, `uno`, `dispatch` and those of `office.Office.script`."""
        return self.office.python

    def open(self, document: Any) -> None:
        self._file, self._filter, content = self.make(document)
        self.office.reset()
        self.office.replace_files({self._file: content, **self.beside()})
        self.office.show(self.app, self._file, *self.options(document))
        path = f"{office.FOLDER}/{self._file}"
        self.python.run(f"forget()\nopened = uno.systemPathToFileUrl({path!r})\ndocument = current()")

    def state(self) -> State:
        code = f"document = current()\nprint(json.dumps([save_copy({self._filter!r}), {self.view()}]))"
        copy, seen = json.loads(self.python.run(code))
        content = base64.b64decode(copy)
        return {**self.read(self._file, content), **{f"view/{name}": seen[name] for name in seen}}

    def undo(self) -> None:
        self.python.run('dispatch(".uno:Undo")')

    def redo(self) -> None:
        self.python.run('dispatch(".uno:Redo")')

    def undo_steps(self) -> int | None:
        titles = json.loads(
            self.python.run("print(json.dumps(current().getUndoManager().getAllUndoActionTitles()))")
        )
        return sum(
            title != "Sort shapes" for title in titles
        )  # which the tools that save add, for texts with frames

    def memory_mib(self) -> float:
        return self.office.memory_kib() / 1024

    def close(self) -> None:
        try:
            self.office.close()
        finally:
            self.office.disconnect()
            self.office.files.close()
