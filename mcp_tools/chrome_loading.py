"""Loading an address in a tab of the browser, in such a way that a failure leaves no trace."""

from __future__ import annotations

import re
import time
from typing import Any, NoReturn

from mcp_tools.devtools import Browser, DevToolsError, Session
from mcp_tools.messages import shorten
from mcp_tools.timeouts import scale_timeout
from mcp_tools.waiting import wait

LOAD_SECONDS = scale_timeout(20.0)
SCRIPT_SECONDS = scale_timeout(4.0)
"""After that it is checked whether a page that has come and has not loaded hangs."""
PAGE_TYPES = ("text/html", "application/xhtml+xml", "image/svg+xml", "application/xml", "text/xml")
POLL_SECONDS = 0.2
BUSY_SECONDS = scale_timeout(3.0)
"""A page that runs no script of ours for longer is busy with one of its own."""


def load(browser: Browser, session: Session, address: str) -> str:
    """Load an address; returns a note about the page's state, "" when it has loaded completely.

    The address is only accepted into the tab's history when its server answered. Raises DevToolsError when it
    cannot be loaded, is a download, or its page hangs.
    """
    try:
        return _load(browser, session, address)
    finally:
        _set_downloads(browser, "default")


def _load(browser: Browser, session: Session, address: str) -> str:
    documents = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"}
    session.send("Fetch.enable", patterns=[documents])
    number = session.start("Page.navigate", url=address)
    note, committed, has_page = None, float("inf"), False
    for message in session.messages(LOAD_SECONDS):
        method, params = message.get("method"), message.get("params", {})
        if method == "Fetch.requestPaused":
            if not has_page and params.get("frameId") == session.target.id:
                # It is not downloaded; what its page downloads then, at once perhaps, is.
                has_page = is_page(params)
                _set_downloads(browser, "default" if has_page else "deny")
            _continue(session, params, address)
        elif message.get("id") == number:
            if message.get("result", {}).get("isDownload"):
                _refuse_download(session, address)
            _check_navigation(message, address)
            committed = time.monotonic()
            _set_downloads(browser, "default")
            session.start("Fetch.disable")
        elif method == "Page.javascriptDialogOpening":
            note = "the page shows a dialog; answer it first"
        elif method == "Page.loadEventFired":
            note = ""
        if note is not None and committed < time.monotonic():
            return note
        if time.monotonic() > committed + SCRIPT_SECONDS:
            break
    if committed == float("inf"):
        raise DevToolsError(f"{shorten(address)} did not answer in {LOAD_SECONDS:g} s; try again")
    return _note_when_slow(session, address)


def _refuse_download(session: Session, address: str) -> NoReturn:
    """Wait until the browser has cancelled the download: it decides that later."""
    for message in session.messages(BUSY_SECONDS):
        if message.get("params", {}).get("state") in ("canceled", "completed"):
            break
    raise DevToolsError(f"{shorten(address)} is a file to download, no page; nothing was opened")


def _note_when_slow(session: Session, address: str) -> str:
    if not session.answers(BUSY_SECONDS):
        raise DevToolsError(f"the page {shorten(address)} hangs: a script of its own does not end")
    is_complete = wait(
        lambda: session.evaluate("document.readyState === 'complete'"), LOAD_SECONDS, pause=POLL_SECONDS
    )
    return "" if is_complete else "the page is still loading"


def _continue(session: Session, request: dict[str, Any], address: str) -> None:
    """Let a document come, unless it is the tab's own and its server did not answer."""
    reason = request.get("responseErrorReason")
    if reason and request.get("frameId") == session.target.id:
        session.send("Fetch.failRequest", requestId=request["requestId"], errorReason="Aborted")
        code = "ERR" + re.sub("([A-Z])", r"_\1", reason).upper()
        raise DevToolsError(f"{shorten(address)} could not be loaded: {code}")
    session.start("Fetch.continueRequest", requestId=request["requestId"])


def is_page(response: dict[str, Any]) -> bool:
    """Whether a response is a document that may run scripts: no redirection, and no download."""
    headers = response.get("responseHeaders", [])
    values = {header["name"].lower(): header["value"].strip().lower() for header in headers}
    kind = values.get("content-type", "").partition(";")[0].rstrip()
    is_attached = values.get("content-disposition", "").startswith("attachment")
    return kind in PAGE_TYPES and not is_attached and "location" not in values


def _set_downloads(browser: Browser, behavior: str) -> None:
    browser.start("Browser.setDownloadBehavior", None, {"behavior": behavior})


def _check_navigation(reply: dict[str, Any], address: str) -> None:
    if "error" in reply:
        raise DevToolsError(f"{shorten(address)} is no address that the browser accepts; correct it")
    if code := reply["result"].get("errorText"):
        raise DevToolsError(f"{shorten(address)} could not be loaded: {code.removeprefix('net::')}")
