"""A client of the Chrome DevTools protocol: what a browser shows, and commands to it.

One `Browser` is one WebSocket to a browser on loopback; sessions with single pages run over the same
socket ("flat" sessions).
"""

from __future__ import annotations

import itertools
import json
import math
import struct
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from socket import SO_SNDTIMEO, SOL_SOCKET
from typing import Any, TypeVar

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from mcp_tools.computer.process_activity import busiest_state
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout
from mcp_tools.waiting import wait

Found = TypeVar("Found")
MESSAGE_LIMIT = 16 * 2**20
REPLY_SECONDS = scale_timeout(10.0)
ASK_SECONDS = scale_timeout(1.0)
"""How long to ask what holds a page that did not answer."""
CLOSE_SECONDS = 1.0
"""How long the browser may take to take leave of a connection."""
QUIET_SECONDS = 0.5
_NAVIGATED = (
    "navigated or closed",
    "context was destroyed",
    "Cannot find default execution context",
    "Promise was collected",
)


class DevToolsError(ToolError):
    """The browser refused a command, or did not answer."""


class NoBrowserError(DevToolsError):
    """No browser listens on the debugging port."""


class NavigatedError(DevToolsError):
    """The page was left while it was asked; ask again."""


class SilentError(DevToolsError):
    """There was no answer in time."""


class PageDialogError(DevToolsError):
    """The page shows a dialog of its own, and answers nothing until that is answered."""

    def __init__(self, dialog: Dialog) -> None:
        super().__init__(
            f"the page shows {dialog}, and answers nothing until that is answered (computer.click)"
        )
        self.dialog = dialog


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialog of a page: `kind` is alert, confirm, prompt or beforeunload."""

    kind: str
    message: str

    def __str__(self) -> str:
        if self.kind == "beforeunload":
            return 'the question whether to leave it ("Leave site?", "Leave app?")'
        return f"the dialog {shorten(self.message)} ({self.kind})"


@dataclass(frozen=True, slots=True)
class Silence:
    """What holds a page that does not answer, with the remedy; `busy`: it works, and may answer later."""

    cause: str
    busy: bool = False

    def __str__(self) -> str:
        return self.cause


@dataclass(frozen=True, slots=True)
class Target:
    """Something the browser runs: `kind` is "page" for a tab; `context` tells private windows apart."""

    id: str
    kind: str
    url: str
    title: str
    context: str


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of a browser's window; its id is not its page's. `active`: in front of its window."""

    id: str
    url: str
    title: str
    context: str
    active: bool


class Session:
    """Commands to one page."""

    def __init__(self, browser: Browser, session_id: str, target: Target) -> None:
        self._browser = browser
        self._id = session_id
        self.target = target

    def send(self, method: str, seconds: float = REPLY_SECONDS, **params: Any) -> dict[str, Any]:
        """Raises DevToolsError when the browser refuses or does not answer in `seconds`: then with what holds it."""
        try:
            return self._browser.send(method, seconds, session_id=self._id, **params)
        except SilentError as error:
            cause = self.silence(ASK_SECONDS)
            problem = (
                f"does not answer: {cause}"
                if cause
                else f"did not finish {method} in {seconds:g} s; try again"
            )
            raise SilentError(f"the page {shorten(self.target.url)} {problem}") from error

    def start(self, method: str, **params: Any) -> int:
        """Send a command without waiting for its result; returns the id that its reply has."""
        return self._browser.start(method, self._id, params)

    def messages(self, seconds: float) -> Iterator[dict[str, Any]]:
        """Replies, and the page's events, as they come, and now and then an empty one; ends after `seconds`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            message = self._browser.receive(min(deadline, time.monotonic() + QUIET_SECONDS)) or {}
            if not message or message.get("sessionId") == self._id:
                yield message

    @property
    def dialog(self) -> Dialog | None:
        """The dialog that the page has opened since it was attached, as far as messages have been received."""
        return self._browser.dialogs.get(self._id)

    def stay(self) -> None:
        """Answer the question whether to leave the page with no."""
        self.start("Page.handleJavaScriptDialog", accept=False)

    def answers(self, seconds: float) -> bool:
        """Whether the page runs scripts: it does not while it shows a dialog or is busy with a script."""
        try:
            self._browser.send("Runtime.evaluate", seconds, session_id=self._id, expression="true")
        except NavigatedError:
            return True  # another page is coming
        except DevToolsError:
            return False
        return True

    def silence(self, seconds: float) -> Silence | None:
        """What holds a page that runs no script within `seconds`; None when it runs one."""
        if self.answers(seconds):
            return None
        if self.dialog:
            return Silence(f"it shows {self.dialog}; answer that first (computer.click)")
        try:
            pids = self._browser.renderers()
        except DevToolsError:
            return Silence("the browser's own process hangs; wait, or close its window and open it again")
        match busiest_state(pids):
            case "T":
                return Silence("its process is stopped; it answers when that goes on")
            case "S":
                return Silence(
                    "it shows a dialog of its own; look at the screen and answer that first (computer.click)"
                )
        return Silence(
            "a script of its own does not end, or the computer is busy; look at the screen for a dialog, wait, or "
            "close its tab",
            busy=True,
        )

    def evaluate(self, expression: str, *, seconds: float = REPLY_SECONDS) -> Any:
        """The value of a JavaScript expression in the page, promises awaited.

        Raises DevToolsError when it throws, or does not finish in `seconds`; PageDialogError when a dialog opens.
        """
        reply = self.send(
            "Runtime.evaluate", seconds, expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in reply:
            details = reply["exceptionDetails"]
            thrown = details.get("exception", {}).get("description") or details.get("text")
            raise DevToolsError(f"{self.target.url}: {thrown}")
        return reply["result"].get("value")


class Browser:
    """One connection to a browser. Use `open_browser`."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self.dialogs: dict[str, Dialog] = {}
        """What pages show, by the session that is attached to them."""

    def send(
        self, method: str, seconds: float = REPLY_SECONDS, *, session_id: str | None = None, **params: Any
    ) -> dict[str, Any]:
        """Send a command and return its result.

        Raises DevToolsError when the browser refuses or does not answer in `seconds`; PageDialogError when the page
        asked shows a dialog.
        """
        number = self.start(method, session_id, params)
        due = time.monotonic() + seconds
        hasty = False
        while True:
            if session_id in self.dialogs and not hasty:
                due, hasty = min(due, time.monotonic() + QUIET_SECONDS), True
            reply = self.receive(due)
            if reply is None and session_id in self.dialogs:
                raise PageDialogError(self.dialogs[session_id])
            if reply is None:
                raise SilentError(
                    f"the browser did not answer {method} in {seconds:g} s; "
                    "look at the screen for an open dialog and close it"
                )
            if reply.get("id") == number:
                break
        if "error" in reply:
            cause = str(reply["error"].get("message", reply["error"]))
            kind = NavigatedError if any(words in cause for words in _NAVIGATED) else DevToolsError
            raise kind(f"{method}: {cause}")
        result: dict[str, Any] = reply["result"]
        return result

    def start(self, method: str, session_id: str | None, params: dict[str, Any]) -> int:
        """Send a command without waiting for its result; returns the id that its reply has."""
        message: dict[str, Any] = {"id": next(self._ids), "method": method, "params": params}
        if session_id:
            message["sessionId"] = session_id
        try:
            self._socket.send(json.dumps(message))
        except (WebSocketException, OSError) as error:
            raise _broken_error(method) from error
        return int(message["id"])

    def receive(self, deadline: float) -> dict[str, Any] | None:
        """The next reply or event, None when none has come by `deadline` (of `time.monotonic`)."""
        try:
            message: dict[str, Any] = json.loads(
                self._socket.recv(timeout=max(0.0, deadline - time.monotonic()))
            )
        except TimeoutError:
            return None
        except (WebSocketException, OSError) as error:
            raise _broken_error("a reply") from error
        self._note_dialog(message)
        return message

    def receive_all(self) -> None:
        """Take what has come, for what it tells of dialogs."""
        while self.receive(time.monotonic()) is not None:
            pass

    def _note_dialog(self, message: dict[str, Any]) -> None:
        session_id, params = message.get("sessionId", ""), message.get("params", {})
        match message.get("method"):
            case "Page.javascriptDialogOpening":
                self.dialogs[session_id] = Dialog(params["type"], params["message"])
            case "Page.javascriptDialogClosed":
                self.dialogs.pop(session_id, None)

    def tabs(self) -> list[Tab]:
        """The tabs of all windows. Their state is the browser's own: no page is asked."""
        infos = self.send("Target.getTargets", filter=[{"type": "tab"}])["targetInfos"]
        return [
            Tab(
                info["targetId"],
                info["url"],
                info["title"],
                info.get("browserContextId", ""),
                bool(info.get("embedderData", {}).get("tabActive")),
            )
            for info in infos
        ]

    def page_of(self, tab: Tab) -> Target:
        """The page that a tab shows. Raises DevToolsError."""
        session_id = self.send("Target.attachToTarget", targetId=tab.id, flatten=True)["sessionId"]
        session = Session(self, session_id, Target(tab.id, "tab", tab.url, tab.title, tab.context))
        session.start("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
        for message in session.messages(REPLY_SECONDS):
            info = message.get("params", {}).get("targetInfo", {})
            if info.get("type") == "page" and not info.get("subtype"):
                self.send("Target.detachFromTarget", sessionId=session_id)
                return _target(info)
        raise DevToolsError("the browser names no page for a tab; look at the screen and try again")

    def renderers(self) -> list[int]:
        """The processes in which pages run."""
        processes = self.send("SystemInfo.getProcessInfo", ASK_SECONDS)["processInfo"]
        return [process["id"] for process in processes if process["type"] == "renderer"]

    def targets(self, kind: str = "page") -> list[Target]:
        """What the browser runs, of one kind."""
        infos = self.send("Target.getTargets")["targetInfos"]
        return [target for target in map(_target, infos) if target.kind == kind]

    @contextmanager
    def attach(self, target: Target) -> Iterator[Session]:
        """A session with a target, ended on leaving. A page tells it of the dialogs that it opens from now on."""
        session_id = self.send("Target.attachToTarget", targetId=target.id, flatten=True)["sessionId"]
        session = Session(self, session_id, target)
        session.start("Page.enable")  # a page that hangs answers later
        try:
            yield session
        finally:
            # Nobody waits for the answer: the target may be gone, or hang.
            self.start("Target.detachFromTarget", None, {"sessionId": session_id})


@contextmanager
def open_browser(port: int, name: str = "the browser") -> Iterator[Browser]:
    """Connect to the browser that listens on a port of loopback; `name` is what errors call it.

    Raises NoBrowserError when none does.
    """
    try:
        with urllib.request.urlopen(
            f"http://127.0.0.1:{port}/json/version", timeout=REPLY_SECONDS
        ) as response:
            version = json.loads(response.read(MESSAGE_LIMIT))
        socket = connect(
            version["webSocketDebuggerUrl"],
            max_size=MESSAGE_LIMIT,
            compression=None,
            ping_interval=None,
            proxy=None,
            open_timeout=REPLY_SECONDS,
            close_timeout=CLOSE_SECONDS,
        )
    except TimeoutError as error:
        raise DevToolsError(
            f"{name} did not answer in {REPLY_SECONDS:g} s; wait, or close it and open it again"
        ) from error
    except (OSError, WebSocketException, ValueError, KeyError) as error:
        raise NoBrowserError(f"no browser answers on port {port}") from error
    # A browser that hangs takes no more bytes once the socket is full.
    limit = struct.pack("ll", math.ceil(REPLY_SECONDS), 0)
    socket.socket.setsockopt(SOL_SOCKET, SO_SNDTIMEO, limit)
    with socket:
        yield Browser(socket)


def wait_until(ready: Callable[[], Found | None], otherwise: str, seconds: float = REPLY_SECONDS) -> Found:
    """Ask again and again until the answer is true, and return it.

    A page that navigates meanwhile has no answer yet. Raises DevToolsError with `otherwise` when `seconds`
    have passed.
    """

    def look() -> Found | None:
        try:
            return ready()
        except NavigatedError:
            return None

    if value := wait(look, seconds):
        return value
    raise DevToolsError(f"{otherwise} (waited {seconds:g} s)")


def _broken_error(method: str) -> DevToolsError:
    return DevToolsError(
        f"the connection to the browser broke at {method}; if its window is gone, open it again"
    )


def _target(info: dict[str, Any]) -> Target:
    return Target(
        info["targetId"], info["type"], info["url"], info["title"], info.get("browserContextId", "")
    )
