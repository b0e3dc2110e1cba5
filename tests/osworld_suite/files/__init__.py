"""The files that the suite's tasks download: a name, and what makes its content. All of them are our own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.osworld_suite.files import office, pictures, programs, text

MAKERS: Mapping[str, Callable[[], bytes]] = {
    **text.MAKERS,
    **office.MAKERS,
    **pictures.MAKERS,
    **programs.MAKERS,
}
