"""Loading an address in a tab of the browser, in such a way that a failure leaves no trace."""

from __future__ import annotations

import re
import time
from typing import Any

from mcp_tools.devtools import Browser, DevToolsError, Session
from mcp_tools.messages import shortened
from mcp_tools.timeouts import scale_timeout

LOAD_SECONDS = scale_timeout(20.0)
BUSY_SECONDS = scale_timeout(3.0)
"""A page that runs no script of ours for longer is busy with one of its own."""


def load(browser: Browser, session: Session, address: str) -> str:
    """Load an address; returns a note about the page's state, "" when it has loaded completely.

    The address is only accepted into the tab's history when its server answered. Raises DevToolsError when it
    cannot be loaded, is a download, or its page hangs.
    """
    browser.send("Browser.setDownloadBehavior", behavior="deny")
    try:
        return _load(session, address)
    finally:
        browser.send("Browser.setDownloadBehavior", behavior="default")


def _load(session: Session, address: str) -> str:
    deadline = time.monotonic() + LOAD_SECONDS
    session.start("Page.enable")  # answered when there is a page
    documents = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"}
    session.send("Fetch.enable", patterns=[documents])
    number = session.start("Page.navigate", url=address)
    is_committed, note = False, None
    for message in session.messages(LOAD_SECONDS):
        method, params = message.get("method"), message.get("params", {})
        if method == "Fetch.requestPaused":
            _continue(session, params, address)
        elif message.get("id") == number:
            _check_navigation(message, address)
            is_committed = True
            session.start("Fetch.disable")
        elif method == "Page.javascriptDialogOpening":
            note = "the page shows a dialog; answer it first"
        elif method == "Page.loadEventFired":
            note = ""
        if is_committed and note is not None:
            return note
    if not is_committed:
        raise DevToolsError(f"{shortened(address)} did not answer in {LOAD_SECONDS:g} s; try again")
    if not session.answers(max(BUSY_SECONDS, deadline - time.monotonic())):
        raise DevToolsError(f"the page {shortened(address)} hangs: a script of its own does not end")
    return "the page is still loading"


def _continue(session: Session, request: dict[str, Any], address: str) -> None:
    """Let a document come, unless it is the tab's own and its server did not answer."""
    reason = request.get("responseErrorReason")
    if reason and request.get("frameId") == session.target.id:
        session.send("Fetch.failRequest", requestId=request["requestId"], errorReason="Aborted")
        code = "ERR" + re.sub("([A-Z])", r"_\1", reason).upper()
        raise DevToolsError(f"{shortened(address)} could not be loaded: {code}")
    session.start("Fetch.continueRequest", requestId=request["requestId"])


def _check_navigation(reply: dict[str, Any], address: str) -> None:
    if "error" in reply:
        raise DevToolsError(f"{shortened(address)} is no address that the browser accepts; correct it")
    result = reply["result"]
    if result.get("isDownload"):
        raise DevToolsError(f"{shortened(address)} is a file to download, no page; nothing was opened")
    if code := result.get("errorText"):
        raise DevToolsError(f"{shortened(address)} could not be loaded: {code.removeprefix('net::')}")
