"""The sweep of the tools: which tests show a tool's effect and its errors, and what they found.

Tests carry `@pytest.mark.effect(TOOL, …)` or `@pytest.mark.error(TOOL, …)`. With `--tools-sweep FILE` the
session writes JSON with what it found of each tool of the contract: effect, error, median milliseconds.
"""

from __future__ import annotations

import json
import statistics
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.adapters.tool_docs import SweepRow
from controller.core.guest import Guest
from tests.guest.tools.calls import Timings, Tools
from tests.guest.tools.contract import CONTRACT
from tests.guest.tools.office import Office

TIMINGS = pytest.StashKey[Timings]()
OUTCOMES = pytest.StashKey[dict[tuple[str, str], list[bool]]]()
KINDS = ("effect", "error")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tools-sweep", metavar="FILE", type=Path, help="write what the sweep finds")


def pytest_configure(config: pytest.Config) -> None:
    for kind in KINDS:
        config.addinivalue_line("markers", f"{kind}(tool, ...): the test shows the {kind} of these tools")
    config.stash[TIMINGS] = defaultdict(list)
    config.stash[OUTCOMES] = defaultdict(list)


@pytest.fixture(scope="module")
def tools(guest: Guest, request: pytest.FixtureRequest) -> Tools:
    """The tools of the file's fresh guest."""
    return Tools(guest, request.config.stash[TIMINGS])


@pytest.fixture
def office(tools: Tools) -> Iterator[Office]:
    """LibreOffice of the file's guest; what a test opened is closed after it, LibreOffice keeps running."""
    office = Office(tools)
    yield office
    office.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> object:
    report = yield
    if report.when == "call" or report.failed:
        for kind in KINDS:
            for marker in item.iter_markers(kind):
                for tool in marker.args:
                    item.config.stash[OUTCOMES][tool, kind].append(report.passed)
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    path = session.config.getoption("tools_sweep", None)
    if path is None:
        return
    outcomes, timings = session.config.stash[OUTCOMES], session.config.stash[TIMINGS]

    def verdict(tool: str, kind: str) -> str:
        seen = outcomes[tool, kind]
        return "no test" if not seen else "ok" if all(seen) else "FAILED"

    def swept(tool: str) -> SweepRow:
        median = round(statistics.median(timings[tool]), 1) if timings[tool] else None
        return SweepRow(effect=verdict(tool, "effect"), error=verdict(tool, "error"), median_ms=median)

    path.write_text(json.dumps({tool: swept(tool) for tool in CONTRACT}, indent=1) + "\n")
