"""Charts for web pages, as options of Apache ECharts in JSON files."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from checkers.base import Claim, GuestView
from checkers.evidence import Unusable, examine
from checkers.files import read_text


def chart_claim(
    guest: GuestView, path: str, title: str, kind: str, data: Callable[[Any, Any], tuple[bool, object]]
) -> Claim:
    """Claim that a file has the options of a chart with one series.

    Args:
        guest: The guest.
        path: The file.
        title: The chart's title.
        kind: The type of its series, such as "pie".
        data: Gets the options and the series as JSON has them, and returns whether the data are right, and what they
            are. It may raise what options of another form raise: ValueError, KeyError, TypeError, IndexError,
            AttributeError.
    """
    name = path.rpartition("/")[2]

    def look() -> tuple[bool, object]:
        try:
            option = json.loads(read_text(guest, path))
            [series] = option["series"]
            named = (option["title"]["text"], series["type"])
            return (False, named) if named != (title, kind) else data(option, series)
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
            raise Unusable(f"{name} has a chart's options", f"{type(error).__name__}: {error}") from error

    return examine(f"{name} is the {kind} {title} of its data", look)
