"""The client of the DevTools protocol, against a server on loopback that speaks it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

import pytest
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from mcp_tools import devtools
from mcp_tools.devtools import (
    Browser,
    DevToolsError,
    NavigatedError,
    NoBrowserError,
    PageDialogError,
    open_browser,
    wait_until,
)
from tests.ports import reserved_port
from tests.waiting import limit

Answer = Callable[[dict[str, Any]], dict[str, Any] | None]
TAB = {"targetId": "T1", "type": "page", "url": "file:///a", "title": "A", "browserContextId": "C"}
WORKER = {"targetId": "T2", "type": "service_worker", "url": "", "title": ""}


def answer(request: dict[str, Any]) -> dict[str, Any] | None:
    match request["method"]:
        case "Target.getTargets":
            return {"result": {"targetInfos": [TAB, WORKER]}}
        case "Target.attachToTarget":
            return {"result": {"sessionId": "S1"}}
        case "Target.detachFromTarget":
            return {"result": {}}
        case "Runtime.evaluate":
            return evaluate(request["params"]["expression"])
    return {"error": {"code": -32601, "message": "'X.y' wasn't found"}}


def evaluate(expression: str) -> dict[str, Any] | None:
    match expression:
        case "1 + 1":
            return {"result": {"result": {"type": "number", "value": 2}}}
        case "throw":
            thrown = {"text": "Uncaught", "exception": {"description": "Error: no"}}
            return {"result": {"result": {}, "exceptionDetails": thrown}}
        case "leave":
            return {"error": {"code": -32000, "message": "Inspected target navigated or closed"}}
        case "true":
            return {"result": {"result": {"type": "boolean", "value": True}}}
    return None


def events(request: dict[str, Any]) -> list[dict[str, Any]]:
    """What comes before the answer; `alert('x')` and `reload()` open a dialog, and are not answered."""
    expression = request.get("params", {}).get("expression")
    kinds = {"alert('Hello')": ("alert", "Hello"), "reload()": ("beforeunload", "")}
    happened = [{"method": "Target.targetInfoChanged", "params": {}}]
    if expression in kinds:
        kind, message = kinds[expression]
        params = {"type": kind, "message": message}
        happened.append(
            {"method": "Page.javascriptDialogOpening", "params": params, "sessionId": request["sessionId"]}
        )
    if request["method"] == "Page.handleJavaScriptDialog":
        happened.append(
            {"method": "Page.javascriptDialogClosed", "params": {}, "sessionId": request["sessionId"]}
        )
    return happened


@contextmanager
def serving(talk: Callable[[ServerConnection], None]) -> Iterator[int]:
    """The port of a server whose connections `talk` serves."""

    def version(connection: ServerConnection, request: Request) -> Response | None:
        if request.path != "/json/version":
            return None
        number = connection.socket.getsockname()[1]
        address = f"ws://127.0.0.1:{number}/devtools/browser/1"
        return connection.respond(HTTPStatus.OK, json.dumps({"webSocketDebuggerUrl": address}))

    with serve(talk, "127.0.0.1", 0, process_request=version) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.socket.getsockname()[1]
        server.shutdown()
        thread.join()


@pytest.fixture
def port() -> Iterator[int]:
    """The port of a server that answers as a browser does, with an event before each answer."""

    def talk(connection: ServerConnection) -> None:
        for message in connection:
            request = json.loads(message)
            for event in events(request):
                connection.send(json.dumps(event))
            reply = answer(request)
            if reply is not None:
                connection.send(json.dumps({"id": request["id"], **reply}))

    with serving(talk) as number:
        yield number


@pytest.fixture
def browser(port: int) -> Iterator[Browser]:
    with open_browser(port) as browser:
        yield browser


def test_targets_are_listed_by_kind(browser: Browser) -> None:
    assert [(target.id, target.url, target.context) for target in browser.targets()] == [
        ("T1", "file:///a", "C")
    ]
    assert [target.id for target in browser.targets("service_worker")] == ["T2"]


def test_an_expression_is_evaluated_in_a_page(browser: Browser) -> None:
    with browser.attach(browser.targets()[0]) as session:
        assert session.evaluate("1 + 1") == 2


def test_what_the_page_throws_is_the_error(browser: Browser) -> None:
    with browser.attach(browser.targets()[0]) as session, pytest.raises(DevToolsError, match="Error: no"):
        session.evaluate("throw")


def test_a_script_that_does_not_end_is_an_error_in_time(browser: Browser) -> None:
    started = time.monotonic()
    with (
        browser.attach(browser.targets()[0]) as session,
        pytest.raises(DevToolsError, match="'file:///a' did not finish"),
    ):
        session.evaluate("new Promise(() => {})", seconds=0.2)
    assert time.monotonic() - started < limit(5)


def test_a_browser_that_stops_answering_is_an_error_in_time(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = time.monotonic()
    monkeypatch.setattr(devtools, "ASK_SECONDS", 0.2)
    with browser.attach(browser.targets()[0]) as session:
        monkeypatch.setattr(f"{__name__}.answer", lambda _request: None)
        with pytest.raises(
            DevToolsError, match="the page 'file:///a' does not answer: the browser's own process"
        ):
            session.evaluate("1 + 1", seconds=0.2)
        with pytest.raises(DevToolsError, match=r"did not answer Target\.getTargets"):
            browser.send("Target.getTargets", seconds=0.2)
    assert time.monotonic() - started < limit(5)


@pytest.mark.parametrize(
    ("expression", "words"), [("alert('Hello')", "'Hello' \\(alert\\)"), ("reload()", "whether to leave")]
)
def test_a_dialog_ends_the_wait_at_once_and_is_named(browser: Browser, expression: str, words: str) -> None:
    started = time.monotonic()
    with browser.attach(browser.targets()[0]) as session:
        for asked in (expression, "never"):
            with pytest.raises(PageDialogError, match=words):
                session.evaluate(asked, seconds=60)
        assert time.monotonic() - started < limit(5)
        session.stay()
        assert session.evaluate("1 + 1") == 2
        assert session.dialog is None


def test_a_port_that_says_nothing_is_an_error_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devtools, "REPLY_SECONDS", 0.2)
    started = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(DevToolsError, match="did not answer in"), open_browser(port):
            pass
    assert time.monotonic() - started < limit(5)


def test_a_browser_that_reads_nothing_more_is_an_error_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its socket takes some bytes; then sending waits."""
    monkeypatch.setattr(devtools, "REPLY_SECONDS", 0.2)
    stopped, goes_on = threading.Event(), threading.Event()

    def hang(connection: ServerConnection) -> None:
        stopped.set()
        goes_on.wait()
        connection.socket.shutdown(socket.SHUT_RDWR)

    with serving(hang) as port:
        started = time.monotonic()
        with (
            open_browser(port) as browser,
            pytest.raises(DevToolsError, match="connection to the browser broke"),
        ):
            stopped.wait()
            for _ in range(100):
                browser.start("Runtime.evaluate", None, {"expression": "x" * 10**6})
        assert time.monotonic() - started < limit(10)
        goes_on.set()


def test_an_unknown_command_is_refused(browser: Browser) -> None:
    with pytest.raises(DevToolsError, match="wasn't found"):
        browser.send("X.y")


def test_a_page_that_navigates_is_asked_again(browser: Browser) -> None:
    expressions = iter(["leave", "leave", "1 + 1"])
    with browser.attach(browser.targets()[0]) as session:
        with pytest.raises(NavigatedError):
            session.evaluate("leave")
        assert wait_until(lambda: session.evaluate(next(expressions)), "never") == 2


def test_no_browser_on_the_port() -> None:
    with reserved_port() as port, pytest.raises(NoBrowserError, match=str(port)), open_browser(port):
        pass


def test_waiting_ends_with_the_error_given() -> None:
    with pytest.raises(DevToolsError, match="it never came"):
        wait_until(lambda: None, "it never came", seconds=0.1)
