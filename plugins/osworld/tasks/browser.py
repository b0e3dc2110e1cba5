"""The guest's browser over its DevTools port, asked from inside the guest: the port is open to loopback alone."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from plugins.osworld.tasks.settling import POLL_SECONDS
from testbed.errors import GuestError
from testbed.guests import Guest, wait_until

PORT = 9222
"""The port at which OSWorld's tasks have the browser's DevTools, directly or through socat."""
ANSWER_SECONDS = 75.0
"""How long the browser may take to answer, as OSWorld's 15 attempts; in a slow guest, that many times more."""
LOAD_SECONDS = 30.0
_REQUEST = """
import sys, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
request = urllib.request.Request(sys.argv[2], method=sys.argv[1])
sys.stdout.buffer.write(opener.open(request, timeout=30).read())
"""


@dataclass(frozen=True, slots=True)
class Page:
    """An open tab."""

    number: str
    url: str


def open_tabs(urls: Sequence[str], guest: Guest, cancel: threading.Event) -> None:
    """Open pages in tabs, and close the tab that the browser began with. A page that does not load is no error.

    Raises:
        GuestError: The browser does not answer.
    """
    before = _wait_for_pages(guest, cancel)
    for index, url in enumerate(urls):
        _request("PUT", f"json/new?{quote(url, safe=':/?&=%+,;@~')}", guest)
        if index == 0 and before:
            _request("GET", f"json/close/{before[0].number}", guest, parse=False)
    if urls:
        answer = guest.call_tool("computer.screenshot", {"limit_seconds": LOAD_SECONDS})
        if answer.is_error:
            raise GuestError(f"no screenshot: {answer.text[:500]}")


def close_tabs(urls: Sequence[str], guest: Guest, cancel: threading.Event) -> None:
    """Close one tab with each of these addresses. One that is not open is no error.

    Raises:
        GuestError: The browser does not answer.
    """
    pages = list(_wait_for_pages(guest, cancel))
    for url in urls:
        page = next((page for page in pages if is_same_page(page.url, url)), None)
        if page is not None:
            _request("GET", f"json/close/{page.number}", guest, parse=False)
            pages.remove(page)


def is_same_page(first: str, second: str) -> bool:
    """Whether two addresses name one page: scheme http by default, without a leading "www." and a bare "/"."""
    return _normal(first) == _normal(second)


def _normal(url: str) -> tuple[str, str, str, str, str]:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    host = parts.netloc.lower().removeprefix("www.")
    return parts.scheme.lower(), host, "" if parts.path == "/" else parts.path, parts.query, parts.fragment


def _wait_for_pages(guest: Guest, cancel: threading.Event) -> Sequence[Page]:
    def pages() -> list[Page]:
        return [
            Page(str(item["id"]), str(item["url"]))
            for item in _request("GET", "json/list", guest) or []
            if isinstance(item, dict) and item.get("type") == "page" and {"id", "url"} <= item.keys()
        ]

    return wait_until(
        pages,
        seconds=ANSWER_SECONDS * guest.slowness,
        what=f"the browser to answer at its DevTools port {PORT}",
        every=POLL_SECONDS * guest.slowness,
        cancel=cancel,
    )


def _request(method: str, path: str, guest: Guest, *, parse: bool = True) -> Any:
    """Return the answer's JSON, None when there is none."""
    argv = ["/usr/bin/python3", "-I", "-c", _REQUEST, method, f"http://127.0.0.1:{PORT}/{path}"]
    result = guest.run(argv, as_user=True, check=False, timeout=60 * guest.slowness)
    if result.exit_code or not parse:
        return None
    try:
        return json.loads(result.stdout)
    except ValueError as error:
        raise GuestError(f"the browser's DevTools returned no JSON: {result.text[:200]!r}") from error
