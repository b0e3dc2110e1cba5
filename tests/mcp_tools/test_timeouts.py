"""Limits are longer where QEMU emulates the processor, and only there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.core.guest import call_limit
from controller.guests.libvirt import provider as libvirt
from mcp_tools import registry
from mcp_tools.discovery import import_tools
from mcp_tools.mounted import UPSTREAM_SERVERS
from mcp_tools.registry import all_tools, tool
from mcp_tools.timeouts import EMULATED_SLOWNESS, scale_timeout, slowness
from mcp_tools.turns import WAIT_SECONDS


@pytest.fixture(autouse=True)
def detected_anew() -> Iterator[None]:
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

    monkeypatch.setattr(registry, "_tools", {})

    @tool("test.slow", app="os", seconds=40.0)
    def slow() -> None:
        """Take long."""

    assert [spec.seconds for spec in all_tools()] == [40.0 * factor]


def test_the_controller_waits_longer_than_any_tool() -> None:
    import_tools()
    here = slowness()
    limits = [spec.seconds / here for spec in all_tools()]
    limits += [server.seconds / here for server in UPSTREAM_SERVERS]
    assert len(limits) > 100
    longest = max(limits) + WAIT_SECONDS / here
    assert longest < call_limit(1.0)
    assert longest * EMULATED_SLOWNESS < call_limit(libvirt.EMULATED_SLOWNESS)
