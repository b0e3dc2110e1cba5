"""A limit within a tool's own that ends the work: what was done is taken back, which takes time too."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from mcp_tools.libreoffice.in_process import Refusal
from mcp_tools.timeouts import scale_timeout

SEARCH_SECONDS, WORK_SECONDS = scale_timeout(8.0), scale_timeout(10.0)
"""Of the 30 seconds of most tools; the rest is for what comes before and for taking back."""

Item = TypeVar("Item")


def within_limit(items: Iterable[Item], seconds: float, remedy: str) -> Iterator[Item]:
    """The items one by one. Raises Refusal with the remedy when the time is over."""
    end = time.monotonic() + seconds
    for number, item in enumerate(items):
        if time.monotonic() > end:
            raise Refusal(
                f"LibreOffice got no further than {number:,} matches in {seconds:g} s: nothing was changed. "
                f"{remedy}"
            )
        yield item
