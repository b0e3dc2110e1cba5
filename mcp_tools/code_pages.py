"""The pages in which VS Code's windows run, reached through DevTools: whether they answer, and what they ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from mcp_tools.devtools import Browser, NoBrowserError, Target, open_browser
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout

PORT = 9223
NAME = "VS Code's window"
WORKBENCH = re.compile(r"http://127\.0\.0\.1:8443/")
ANSWER_SECONDS = scale_timeout(3.0)
"""How long a page may take for a script of one word."""


def workbenches(browser: Browser) -> list[Target]:
    """The pages of the open windows."""
    return [target for target in browser.targets() if WORKBENCH.match(target.url)]


def refuse_silent_page(*, starting: bool = False) -> None:
    """Raise ToolError with what holds it when the page of a window does not answer.

    `starting`: one that only works may be a window that is starting.
    """
    try:
        with open_browser(PORT, NAME) as browser:
            for page in workbenches(browser):
                with browser.attach(page) as session:
                    silence = session.silence(ANSWER_SECONDS)
                    if silence and not (starting and silence.busy):
                        raise ToolError(
                            f"the VS Code window {shorten(page.title)} does not answer: {silence}"
                        )
    except NoBrowserError:
        return


@contextmanager
def watch_for_leaving() -> Iterator[Callable[[], None]]:
    """While something is done for which a window's page reloads: whether that asks for leave.

    Yields a function that answers such a question with no, and raises ToolError then.
    """
    with ExitStack() as stack:
        try:
            browser = stack.enter_context(open_browser(PORT, NAME))
        except NoBrowserError:
            yield lambda: None
            return
        sessions = [stack.enter_context(browser.attach(page)) for page in workbenches(browser)]

        def refuse_question() -> None:
            browser.receive_all()
            for session in sessions:
                if (dialog := session.dialog) is not None and dialog.kind == "beforeunload":
                    session.stay()
                    raise ToolError(
                        "VS Code asked whether to leave the page, as changes in it are not saved. That was answered "
                        "with Cancel, so the window did not reload; save the changes (ctrl+s) and try again"
                    )

        yield refuse_question
