"""Guests leased to OSWorld's programs: the import hook, the leases and the served ports, on fake guests."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from controller.core.guest import ToolResult
from controller.guests.fake.guest import FakeGuest
from controller.guests.fake.provider import FakeProvider
from controller.runs.guest_pool import GuestPool
from plugins.osworld.runner import prepared_program, runner_environment
from plugins.osworld.serving.desktops import Leases, LeaseServer, ServedDesktop
from plugins.osworld.tasks.judge import environment
from testbed.errors import GuestError

pytestmark = pytest.mark.slow

ORIGINAL = "raise ImportError('the package of OSWorld was imported')\n"
ENVIRONMENT = """
import time
from desktop_env.providers.docker.manager import DockerVMManager
from desktop_env.providers.docker.provider import DockerProvider

class DesktopEnv:
    def __init__(self):
        self.provider, self.path = DockerProvider(None), DockerVMManager().get_vm_path(os_type="Ubuntu", region=None)
        self.provider.start_emulator(self.path, True, "Ubuntu")
        self.address = self.provider.get_ip_address(self.path)

    def step(self, action, pause=2):
        return pause
"""
RUNNER = """
import urllib.request
from desktop_env.desktop_env import DesktopEnv

env = DesktopEnv()
host, server = env.address.split(":")[:2]
print(urllib.request.urlopen(f"http://{host}:{server}/platform").read().decode())
print(env.step("x"), env.step("x", 3), env.step("x", pause=4))
first = env.address
env.provider.revert_to_snapshot(env.path, "init_state")
env.provider.start_emulator(env.path, True, "Ubuntu")
print(env.provider.get_ip_address(env.path) != first)
env.provider.stop_emulator(env.path)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A package with the names of OSWorld's, whose provider must not be imported."""
    docker = tmp_path / "checkout" / "desktop_env" / "providers" / "docker"
    docker.mkdir(parents=True)
    for folder in (docker, docker.parent, docker.parents[1]):
        (folder / "__init__.py").touch()
    for name in ("manager", "provider"):
        (docker / f"{name}.py").write_text(ORIGINAL)
    (docker.parents[1] / "desktop_env.py").write_text(ENVIRONMENT)
    (tmp_path / "checkout" / "run.py").write_text(RUNNER)
    return tmp_path / "checkout"


@pytest.fixture
def leases(tmp_path: Path) -> Iterator[Path]:
    provider = FakeProvider()
    path = tmp_path / "leases"
    with (
        contextlib.closing(GuestPool(provider, 1, [])) as pool,
        contextlib.closing(Leases(pool, threading.Event())) as held,
        contextlib.closing(LeaseServer(held, path)),
    ):
        yield path
    provider.close()


def run(checkout: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "run.py"]
    return subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_runner_gets_guests(checkout: Path, leases: Path) -> None:
    done = run(checkout, runner_environment(leases))
    assert (done.returncode, done.stdout.splitlines()) == (0, ["Linux", "2 3 4", "True"]), done.stderr


def test_pauses_are_left_out_on_request(checkout: Path, leases: Path) -> None:
    done = run(checkout, {**runner_environment(leases), "TESTBED_NO_PAUSE": "1"})
    assert (done.returncode, done.stdout.splitlines()) == (0, ["Linux", "0 0 0", "True"]), done.stderr


def test_without_leases_nothing_is_replaced(checkout: Path, tmp_path: Path) -> None:
    environment = runner_environment(tmp_path / "leases")
    del environment["TESTBED_OSWORLD_LEASES"]
    done = run(checkout, environment)
    assert done.returncode == 1 and "the package of OSWorld was imported" in done.stderr


IMPORTS = """
import json
from pydrive.auth import GoogleAuth
try:
    GoogleAuth()
except ImportError as error:
    print(error)
import no_such_package_of_anybody
"""


def test_packages_that_few_evaluators_need_can_be_imported_and_raise_where_they_are_used(
    checkout: Path, leases: Path
) -> None:
    (checkout / "run.py").write_text(IMPORTS)
    done = run(checkout, runner_environment(leases))
    assert done.stdout == "pydrive.auth is not in the prepared environment\n"
    assert done.stderr.endswith("No module named 'no_such_package_of_anybody'\n")


def test_a_package_that_is_installed_is_not_replaced(checkout: Path, leases: Path) -> None:
    (checkout / "pydrive.py").write_text("auth = 'installed'")
    (checkout / "run.py").write_text("import pydrive; print(pydrive.auth)")
    assert run(checkout, runner_environment(leases)).stdout == "installed\n"


def test_python_is_that_of_the_prepared_environment(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert runner_environment(tmp_path)["PATH"] == os.environ["PATH"]
    assert prepared_program("python") == ""
    folder = environment._folder(["ocr", "runner"])
    venv.create(folder, symlinks=True)
    assert prepared_program("python") == ""  # the environment is not ready
    (folder / "ready.json").write_text('{"bytes": 1}')
    program = str(folder / "bin" / "python")
    assert prepared_program("python") == program
    assert prepared_program("/usr/bin/python3") == prepared_program("no-such-program") == ""
    (checkout / "run.py").write_text("import sys; print(sys.prefix)")
    command = ["python", "run.py"]
    code = "import os, sys; os.chdir(sys.argv[1]); os.execvp(sys.argv[2], sys.argv[2:])"
    done = subprocess.run(
        [sys.executable, "-c", code, str(checkout), *command],
        env={**runner_environment(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == f"{folder}\n"


def test_a_closed_desktop_serves_no_more() -> None:
    provider = FakeProvider()
    desktop = ServedDesktop(provider.start())
    host, server = desktop.address.split(":")[:2]
    assert httpx2.get(f"http://{host}:{server}/platform").text == "Linux"
    desktop.close()
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(f"http://{host}:{server}/platform")
    provider.close()


def test_applications_of_a_served_guest_expose_their_elements(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    call_tool = FakeGuest.call_tool

    def call(guest: FakeGuest, name: str, *arguments: Any, **options: Any) -> ToolResult:
        called.append(name)
        return call_tool(guest, name, *arguments, **options)

    monkeypatch.setattr(FakeGuest, "call_tool", call)
    provider = FakeProvider()
    ServedDesktop(provider.start()).close()
    provider.close()
    assert called == ["computer.enable_accessibility"]


def test_a_guest_that_cannot_be_served_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    provider = FakeProvider()
    monkeypatch.setattr(FakeGuest, "call_tool", lambda *_: ToolResult("no session", is_error=True))
    with (
        contextlib.closing(GuestPool(provider, 1, [])) as pool,
        contextlib.closing(Leases(pool, threading.Event())) as leases,
    ):
        for _ in range(2):  # the second would wait for ever if the first were kept
            with pytest.raises(GuestError, match="no session"):
                leases.take()
    provider.close()
