"""A real Chromium for tests of pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.waiting import eventually

NAMES = ("chromium", "chromium-browser", "google-chrome")
DESKTOP, PHONE = (1440, 900), (390, 844)
PATIENCE = 6_000
"""Milliseconds that a condition is waited for; a busy machine may take long."""
LAUNCH_TIMEOUT = 60_000
"""Milliseconds; Chromium takes longer than any condition to start on a loaded machine."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine. The test fails when there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.fail(
            f"there is no browser: none of {', '.join(NAMES)} is on the PATH. On Debian: apt-get install chromium",
            pytrace=False,
        )
    # Root has no sandbox, and a container's /dev/shm may be small.
    arguments = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments, timeout=LAUNCH_TIMEOUT)
        try:
            yield browser
        finally:
            browser.close()


class Watch:
    """What a page did that it should not: errors, dialogs, requests to elsewhere."""

    def __init__(self, page: Page, home: str) -> None:
        self.wrong: list[str] = []
        self._home = home
        page.on(
            "console", lambda said: self._note(said.type in ("error", "warning"), f"console: {said.text}")
        )
        page.on("pageerror", lambda error: self._note(True, f"error: {error}"))
        page.on("request", lambda asked: self._note(not asked.url.startswith(home), f"asked for {asked.url}"))
        page.on("response", lambda got: self._note(got.status >= 400, f"{got.status} for {got.url}"))
        page.on("dialog", self._dialog)

    def _note(self, wrong: bool, what: str) -> None:
        if wrong:
            self.wrong.append(what)

    def _dialog(self, dialog: Any) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@contextmanager
def page_at(
    browser: Browser, address: str, home: str = "", size: tuple[int, int] = DESKTOP, **context: Any
) -> Iterator[Page]:
    """A page in a window of its own, closed at the end. `home` is where all it asks for must be."""
    options = {"reduced_motion": "reduce", **context}
    window = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
    window.set_default_timeout(PATIENCE)
    try:
        page = window.new_page()
        watch = Watch(page, home or address)
        page.goto(address)
        yield page
        assert watch.wrong == []
    finally:
        window.close()


def wait_for(page: Page, condition: str) -> None:
    """Wait for a JavaScript condition. Playwright's own wait polls inside the page, which the pages' policy refuses."""
    eventually(lambda: bool(page.evaluate(condition)), what=condition)
