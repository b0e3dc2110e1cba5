"""A pytest plugin: what a test's markers say it needs is made ready before the first such test.

A test is never skipped for want of something: it fails, with the command that would provide it.
"""

from __future__ import annotations

import functools
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.capture import CaptureManager

PREPARE = Path(__file__).parents[1] / "scripts" / "prepare-tests"
NEEDS = ("guest", "vm", "browser", "latex")
"""Markers that `scripts/prepare-tests` knows; pyproject.toml describes them."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Prepare what the test needs, or fail it."""
    needs = [need for need in NEEDS if item.get_closest_marker(need)]
    if not needs:
        return
    capture = item.config.pluginmanager.getplugin("capturemanager")
    assert isinstance(capture, CaptureManager)
    with capture.global_and_fixture_disabled():
        failure = next(filter(None, map(_prepare, needs)), "")
    if failure:
        pytest.fail(failure, pytrace=False)


@functools.cache
def _prepare(need: str) -> str:
    """Make it ready, once a process, showing the progress; returns why that failed, or an empty string."""
    command = [str(PREPARE), need]
    lines = []
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout
        for line in process.stdout:
            lines.append(line)
            sys.stderr.write(line)
    return "" if process.returncode == 0 else f"the test needs `{need}`:\n{''.join(lines)}"
