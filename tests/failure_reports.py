"""A pytest plugin: no failure prints more than `MOST_LINES` lines, whatever was compared, also in CI.

A lone surrogate in a report would end the worker that sends it, and with it the tests that the worker has not run.
"""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from _pytest._code.code import ExceptionChainRepr, ReprEntry, ReprFileLocation

MOST_LINES = 40
MOST_CHARACTERS = 400
"""Of one line."""
TAIL_LINES = 10
"""Lines at the end of a long explanation that are shown."""


def pytest_configure() -> None:
    """Hide from pytest that it runs in CI, where it would show, and first compute, every difference in full."""
    for variable in ("CI", "BUILD_NUMBER"):
        os.environ.pop(variable, None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Shorten what a failure says, here and in the summary at the end, which repeats it in CI."""
    report = yield
    if isinstance(report.longrepr, ExceptionChainRepr):
        for traceback, location, _ in report.longrepr.chain:
            for entry in traceback.reprentries:
                if isinstance(entry, ReprEntry):
                    entry.lines[:] = shortened(entry.lines)
            if isinstance(location, ReprFileLocation):
                location.message = "\n".join(shortened(location.message.split("\n")))
    report.sections = [(_encodable(title), _encodable(text)) for title, text in report.sections]
    return report


def shortened(lines: list[str]) -> list[str]:
    """The lines, at most `MOST_LINES` of at most `MOST_CHARACTERS`; what is left out is counted in its place."""
    cut = [line if len(line) <= MOST_CHARACTERS else _cut(line) for line in map(_encodable, lines)]
    if len(cut) <= MOST_LINES:
        return cut
    head = MOST_LINES - TAIL_LINES - 1
    mark = "E   " if cut[head].startswith("E") else ""
    return [*cut[:head], f"{mark}[{len(cut) - MOST_LINES + 1} lines left out]", *cut[-TAIL_LINES:]]


def _cut(line: str) -> str:
    return f"{line[:MOST_CHARACTERS]} [{len(line) - MOST_CHARACTERS} characters left out]"


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
