"""Starting applications and waiting for their windows; every tool that opens something goes through here."""

from __future__ import annotations

import re
import subprocess

from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout
from mcp_tools.waiting import wait
from mcp_tools.windows import WindowInfo, activate, active_window, windows

__all__ = ["WindowInfo", "activate", "active_window", "launch", "wait_for_window", "windows"]

LAUNCHER = "/usr/local/bin/testbed-open"
LAUNCH_SECONDS = scale_timeout(15.0)


def launch(app: str, *arguments: str) -> None:
    """Start an application, by its id, in the desktop session, with files or URLs to open; returns at once.

    Raises ToolError when it cannot be started.
    """
    try:
        result = subprocess.run(
            [LAUNCHER, app, *arguments], capture_output=True, text=True, timeout=LAUNCH_SECONDS, check=False
        )
    except FileNotFoundError as error:
        raise ToolError(f"{LAUNCHER} is missing: this is not a testbed guest") from error
    except subprocess.TimeoutExpired as error:
        raise ToolError(
            f"starting {app} took more than {LAUNCH_SECONDS:g} s; look at the screen, then try again"
        ) from error
    if result.returncode != 0:
        raise ToolError(
            f"{app} could not be started: {result.stderr.strip() or f'exit code {result.returncode}'}"
        )


def wait_for_window(pattern: str, seconds: float = 20.0, *, app: str | None = None) -> WindowInfo:
    """Wait until a window's title matches the regular expression (and it belongs to `app`, when given).

    Raises ToolError with the titles of the open windows when `seconds` have passed, on an emulated machine
    more.
    """
    limit = scale_timeout(seconds)

    def look() -> WindowInfo | None:
        matching = (window for window in windows() if re.search(pattern, window.title))
        return next((window for window in matching if app in (None, window.app)), None)

    if found := wait(look, limit):
        return found
    titles = ", ".join(f"{window.title!r} ({window.app})" for window in windows()) or "none"
    of_app = f" of {app}" if app else ""
    raise ToolError(f"no window{of_app} matching {pattern!r} appeared in {limit:g} s; open windows: {titles}")
