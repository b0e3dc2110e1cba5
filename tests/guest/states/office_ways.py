"""How LibreOffice's applications are brought into a state, and how a user ends it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

from tests.guest.fuzz.office import OfficeSubject
from tests.guest.states.table import AppState, nothing
from tests.guest.tools.office import FOLDER
from tests.waiting import eventually

TYPED: Final = "quzhalf"
"""What is being typed in the states of `editing`."""

_LATER = """
import threading
from com.sun.star.util import URL

def dispatcher(command):
    maker = context.ServiceManager
    url = URL()
    url.Complete = command
    _, url = maker.createInstanceWithContext("com.sun.star.util.URLTransformer", context).parseStrict(url)
    return current().getCurrentController().getFrame().queryDispatch(url, "", 0), url

def later(command):  # one that opens a dialog returns when that is closed
    dispatch, url = dispatcher(command)
    threading.Thread(target=lambda: dispatch.dispatch(url, ()), daemon=True).start()

def is_enabled(command):
    import unohelper
    from com.sun.star.frame import XStatusListener

    class Status(unohelper.Base, XStatusListener):
        enabled = False
        def statusChanged(self, event):
            self.enabled = event.IsEnabled
        def disposing(self, event):
            pass

    dispatch, url = dispatcher(command)
    status = Status()
    if dispatch is None:
        return False
    dispatch.addStatusListener(status, url)
    dispatch.removeStatusListener(status, url)
    return status.enabled

def focus():
    current().getCurrentController().getFrame().getContainerWindow().setFocus()
"""


def windows(subject: Any) -> list[dict[str, Any]]:
    """The windows, the active one first."""
    found = (subject.guest.call_tool("computer.windows").structured or {})["windows"]
    return sorted(found, key=lambda window: not window["active"])


def titles(subject: Any) -> list[str]:
    return [window["title"] for window in windows(subject)]


def wait(condition: Callable[[], object], what: str | Callable[[], str], seconds: float = 8.0) -> None:
    eventually(condition, what=what, seconds=seconds, every=0.1)


def run(subject: OfficeSubject, code: str) -> str:
    """Run Python over UNO with `later`, `is_enabled` and `focus`."""
    return subject.python.run(f"{_LATER}\ndocument = current()\n{code}")


def is_true(subject: OfficeSubject, expression: str) -> bool:
    return bool(json.loads(run(subject, f"print(json.dumps(bool({expression})))")))


def press(subject: Any, *keys: str) -> None:
    subject.guest.call_tool("computer.key", {"keys": list(keys)})


def type_text(subject: Any, text: str) -> None:
    subject.guest.call_tool("computer.type", {"text": text})


def dialog(app: str, title: str, command: str, *, keys: tuple[str, ...] = ()) -> AppState:
    """The state in which a dialog is open that a command, or keys, open. Its title is a pattern."""
    pattern = re.compile(title)

    def is_open(subject: OfficeSubject) -> bool:
        return any(pattern.match(text) for text in titles(subject))

    def enter(subject: OfficeSubject) -> None:
        if keys:
            run(subject, "focus()")
            press(subject, *keys)
        else:
            run(subject, f"later({command!r})")
        wait(lambda: is_open(subject), lambda: f"{title!r} among {titles(subject)}")

    def leave(subject: OfficeSubject) -> None:
        for _ in range(4):
            if is_open(subject):
                press(subject, "Escape")
                subject.guest.call_tool("computer.screenshot", {"limit_seconds": 2})
        wait(lambda: not is_open(subject), f"the end of the dialog {title!r}")

    name = title.rstrip("$").partition("|")[0].replace("\\", "")
    return AppState(app, f"dialog {name}", enter, is_open, leave, names=title.rstrip("$"), free=("view/*",))


def editing(app: str, name: str, enter: Callable[[OfficeSubject], None], **more: Any) -> AppState:
    """The state in which `TYPED` is being typed, by `enter`."""
    return AppState(app, name, enter, **{"typed": TYPED, "free": ("view/*",), "readable": False, **more})


def type_comment(subject: OfficeSubject) -> None:
    """Open a comment where the cursor is, and type into it."""
    press(subject, "ctrl", "alt", "c")
    subject.guest.call_tool("computer.screenshot", {"limit_seconds": 3})
    type_text(subject, TYPED)


def escape_twice(subject: OfficeSubject) -> None:
    """End typing into an object, and the selection of the object."""
    press(subject, "Escape")
    press(subject, "Escape")


def full_screen(app: str) -> AppState:
    """The state in which the document fills the screen. Impress has none but the slide show."""
    return AppState(
        app, "full screen", _enter_full_screen, _is_full_screen, _leave_full_screen, free=("view/*",)
    )


def page_preview(app: str, condition: str) -> AppState:
    """The state in which the pages are shown as they are printed."""
    return command(
        app,
        "page preview",
        ".uno:PrintPreview",
        condition,
        leave=lambda subject: subject.python.run('dispatch(".uno:ClosePreview")'),
        names="preview",
        free=("view/*",),
        readable=False,
    )


def command(app: str, name: str, text: str, condition: str, **more: Any) -> AppState:
    """The state to which a command leads, in which a condition over UNO holds."""

    def enter(subject: OfficeSubject) -> None:
        run(
            subject, f"document.setModified(False)\nlater({text!r})"
        )  # a modified one would be asked about first
        wait(lambda: is_true(subject, condition), name)

    return AppState(app, name, enter, lambda subject: is_true(subject, condition), **more)


def _is_full_screen(subject: OfficeSubject) -> bool:
    """Whether the bar of this mode is shown; the window manager may leave the window as it is."""
    return "Full Screen" in titles(subject)


def _enter_full_screen(subject: OfficeSubject) -> None:
    _switch_full_screen(subject, on=True)


def _leave_full_screen(subject: OfficeSubject) -> None:
    _switch_full_screen(subject, on=False)


def _switch_full_screen(subject: OfficeSubject, *, on: bool) -> None:
    """The next document may open in full screen, too."""
    if _is_full_screen(subject) != on:
        subject.python.run('dispatch(".uno:FullScreen")')
    wait(lambda: _is_full_screen(subject) == on, f"full screen {on}")


def _minimise(subject: OfficeSubject) -> None:
    press(subject, "super", "h")
    wait(lambda: _is_minimised(subject), "a minimised window")


def _is_minimised(subject: OfficeSubject) -> bool:
    shown = [window for window in windows(subject) if "LibreOffice" in window["title"]]
    return bool(shown) and all(window["minimized"] for window in shown)


def _second_window(subject: OfficeSubject) -> None:
    run(subject, "later('.uno:NewWindow')")
    wait(lambda: sum("LibreOffice" in title for title in titles(subject)) == 2, "a second window")


def _two_windows(subject: OfficeSubject) -> bool:
    return sum("LibreOffice" in title for title in titles(subject)) == 2


def _close_second(subject: OfficeSubject) -> None:
    """By the keys: Writer can crash when the command comes over UNO while it still lays out pages."""
    run(subject, "focus()")
    press(subject, "ctrl", "w")
    wait(lambda: not _two_windows(subject), "the end of the second window")


def _namesake(subject: OfficeSubject) -> None:
    """Open a copy in another folder, and then the first one again, which comes to the front."""
    guest, name = subject.guest, subject.file
    guest.run(["mkdir", "-p", f"{FOLDER}/other"], as_user=True)
    guest.run(["cp", f"{FOLDER}/{name}", f"{FOLDER}/other/{name}"], as_user=True)
    subject.office.launch(subject.app, f"{FOLDER}/other/{name}")
    wait(lambda: _two_windows(subject), "a second document", 60)
    subject.office.show(subject.app, name)


def _another_in_front(subject: OfficeSubject) -> None:
    subject.guest.run(["testbed-open", "terminal"], as_user=True, check=False)
    wait(lambda: _is_behind(subject), "another application in front", 30)


def _is_behind(subject: OfficeSubject) -> bool:
    return "LibreOffice" not in titles(subject)[0]


def _close_terminal(subject: OfficeSubject) -> None:
    subject.guest.run(["pkill", "-x", "-f", ".*gnome-terminal-server"], check=False)
    wait(lambda: not _is_behind(subject), "LibreOffice in front again")


def _signal(subject: OfficeSubject, name: str) -> None:
    subject.guest.run(["pkill", f"-{name}", "-x", "soffice.bin"])


def _stop(subject: OfficeSubject) -> None:
    _signal(subject, "STOP")


def _is_stopped(subject: OfficeSubject) -> bool:
    return (
        subject.guest.run(["sh", "-c", "ps -C soffice.bin -o stat= | grep -q ^T"], check=False).exit_code == 0
    )


def _crash(subject: OfficeSubject) -> None:
    run(subject, "document.setModified(True)")
    subject.office.disconnect()
    _signal(subject, "ABRT")
    wait(subject.office.crashed, "the end of LibreOffice", 20)
    if not _asks_to_recover(subject):
        subject.office.launch(subject.app, f"{FOLDER}/{subject.file}")
    wait(lambda: _asks_to_recover(subject), lambda: f"the dialog of a recovery among {titles(subject)}", 20)


def _asks_to_recover(subject: OfficeSubject) -> bool:
    return any("Recovery" in title for title in titles(subject))


def end(subject: OfficeSubject) -> None:
    """End LibreOffice at once."""
    subject.office.kill()


def _open_read_only(subject: OfficeSubject) -> None:
    subject.office.close()
    subject.office.show(subject.app, subject.file, "--view")


def _close_document(subject: OfficeSubject) -> None:
    run(subject, "document.setModified(False)")
    subject.python.run('dispatch(".uno:CloseDoc")')
    wait(lambda: not _shows_document(subject), "LibreOffice without a document")


def _shows_document(subject: OfficeSubject) -> bool:
    return any(title.startswith(f"{subject.file} ") for title in titles(subject))


def _open_menu(subject: OfficeSubject) -> None:
    run(subject, "focus()")
    press(subject, "alt", "f")
    wait(lambda: _shows_popup(subject), "an open menu")


def _shows_popup(subject: OfficeSubject) -> bool:
    code = (
        "import glob, sys\n"
        "sys.path[:0] = ['/opt/testbed', *glob.glob('/opt/testbed/venv/lib/python3*/site-packages')]\n"
        "from mcp_tools.windows import popups"
    )
    subject.office.files.run(code)
    return bool(subject.office.files.value("[one.title for one in popups()]"))


def _close_menu(subject: OfficeSubject) -> None:
    for _ in range(3):
        if _shows_popup(subject):
            press(subject, "Escape")
    wait(lambda: not _shows_popup(subject), "the end of the menu")


def _close_question(subject: OfficeSubject) -> None:
    run(subject, "document.setModified(True)\nlater('.uno:CloseDoc')")
    wait(lambda: "Save Document?" in titles(subject), "the question whether to save")


COMMON_DIALOGS = (
    ("Save$", ".uno:SaveAs"),
    ("Open$", ".uno:Open"),
    ("Print$", ".uno:Print"),
    ("PDF Options", ".uno:ExportToPDF"),
    ("Options - LibreOffice", ".uno:OptionsTreeDialog"),
    ("Find & Replace|Find and Replace", ".uno:SearchDialog"),
    ("Properties of", ".uno:SetDocumentProperties"),
    ("AutoCorrect", ".uno:AutoCorrectDlg"),
    ("About LibreOffice", ".uno:About"),
)


def common(app: str) -> tuple[AppState, ...]:
    """The states that each application of LibreOffice can be in."""
    ask = dialog(app, r"Save Document\?", "")
    return (
        AppState(app, "plain", nothing),
        *(dialog(app, title, text) for title, text in COMMON_DIALOGS),
        AppState(
            app,
            "asks to save",
            _close_question,
            ask.holds,
            ask.leave,
            names="Save Document",
            free=("view/*",),
        ),
        AppState(
            app,
            "unsaved",
            nothing,
            lambda subject: is_true(subject, "document.isModified()"),
            prepare=lambda subject: run(subject, "document.setModified(True)"),
        ),
        AppState(app, "menu open", _open_menu, _shows_popup, _close_menu, free=("view/*",)),
        AppState(app, "minimised", _minimise, _is_minimised, free=("view/*",)),
        AppState(app, "two windows", _second_window, _two_windows, _close_second, free=("view/*",)),
        AppState(app, "documents of one name", _namesake, _two_windows, free=("files",)),
        AppState(app, "another application in front", _another_in_front, _is_behind, _close_terminal),
        AppState(
            app,
            "read-only",
            _open_read_only,
            lambda subject: is_true(subject, "document.isReadonly()"),
            names="read-only",
            free=("view/*",),
        ),
        AppState(
            app,
            "closed document",
            _close_document,
            lambda subject: not _shows_document(subject),
            names="No .* is open",
            ended=True,
            reads=False,
        ),
        AppState(app, "ended", end, names="not running", ended=True, reads=False),
        AppState(app, "asks to recover", _crash, _asks_to_recover, names="Recovery", ended=True, reads=False),
        AppState(
            app,
            "busy",
            _stop,
            _is_stopped,
            lambda subject: _signal(subject, "CONT"),
            names="(did|has) not (answer|finish)",
            ended=True,
            reads=False,
        ),
    )
