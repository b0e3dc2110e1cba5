"""Limits are longer where QEMU emulates the processor, and only there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.guest import CALL_SECONDS
from mcp_tools.registry import all_tools
from mcp_tools.server import UPSTREAM_SERVERS
from mcp_tools.timeouts import EMULATED_SLOWNESS, scale_timeout, slowness


@pytest.fixture(autouse=True)
def asked_anew() -> Iterator[None]:
    slowness.cache_clear()
    yield
    slowness.cache_clear()


@pytest.mark.parametrize(
    ("detected", "factor"), [("qemu", EMULATED_SLOWNESS), ("kvm", 1), ("none", 1), ("", 1)]
)
def test_limits_are_longer_under_emulation_alone(
    detected: str, factor: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = tmp_path / "systemd-detect-virt"
    command.write_text(
        f"#!/bin/sh\n[ \"$1\" = --vm ] && printf '%s\\n' '{detected}'\n[ '{detected}' != none ]\n"
    )
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert scale_timeout(15.0) == 15.0 * factor


def test_the_controller_waits_longer_than_any_tool() -> None:
    limits = [tool.seconds for tool in all_tools()] + [server.seconds for server in UPSTREAM_SERVERS]
    assert max(limits) < CALL_SECONDS * slowness()
