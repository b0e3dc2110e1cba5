"""Imported by Python at the start of OSWorld's runners: their docker provider becomes testbed's.

`testbed osworld exec` puts this folder on PYTHONPATH. It needs nothing but the standard library, and changes nothing
when TESTBED_OSWORLD_LEASES is not set. With TESTBED_NO_PAUSE=1, `DesktopEnv.step` does not sleep after an action:
testbed's screenshots wait until the screen has settled. Packages that few evaluators need and that this Python lacks
are replaced by ones that raise where they are used, as in testbed's own judge: the evaluators import them all.
"""

from __future__ import annotations

import http.client
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import socket
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

LEASES = "TESTBED_OSWORLD_LEASES"
NO_PAUSE = "TESTBED_NO_PAUSE"
MISSING_PACKAGES = "TESTBED_OSWORLD_MISSING_PACKAGES"
SECONDS = 900.0


class LeaseConnection(http.client.HTTPConnection):
    """HTTP over the Unix socket of testbed's leases."""

    def __init__(self) -> None:
        super().__init__("localhost", timeout=SECONDS)

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(SECONDS)
        self.sock.connect(os.environ[LEASES])


def ask(path: str, **fields: Any) -> dict[str, Any]:
    """Ask testbed. Raises RuntimeError with its reason."""
    connection = LeaseConnection()
    connection.request("POST", path, json.dumps(fields), {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer: dict[str, Any] = json.loads(response.read())
    connection.close()
    if response.status != 200:
        raise RuntimeError(f"testbed has no guest: {answer.get('error')}")
    return answer


class Provider:
    """OSWorld's provider: a guest is taken when the emulator starts, and released when it stops."""

    def __init__(self, region: str | None = None) -> None:
        self.region = region
        self._lease: dict[str, Any] | None = None

    def start_emulator(self, *_: Any, **__: Any) -> None:
        if self._lease is None:
            self._lease = ask("/take")

    def get_ip_address(self, *_: Any) -> str:
        if self._lease is None:
            raise RuntimeError("the emulator is not started")
        return str(self._lease["address"])

    def save_state(self, *_: Any) -> None:
        raise NotImplementedError("testbed's guests are not saved")

    def revert_to_snapshot(self, *_: Any) -> None:
        self.stop_emulator()

    def stop_emulator(self, *_: Any, **__: Any) -> None:
        lease, self._lease = self._lease, None
        if lease is not None:
            ask("/release", id=lease["id"])


class Manager:
    """OSWorld's manager of machines: there are no files of machines to manage."""

    def get_vm_path(self, *_: Any, **__: Any) -> str:
        return "testbed"

    def _nothing(self, *_: Any, **__: Any) -> None:
        """Nothing needs to be done."""

    add_vm = check_and_clean = delete_vm = initialize_registry = list_free_vms = occupy_vm = _nothing


REPLACED: dict[str, dict[str, Any]] = {
    "desktop_env.providers.docker.manager": {"DockerVMManager": Manager},
    "desktop_env.providers.docker.provider": {"DockerProvider": Provider},
}
PATCHED = "desktop_env.desktop_env"


class Hook(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Supplies the replaced modules."""

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name in REPLACED:
            return importlib.machinery.ModuleSpec(name, self)
        if name == PATCHED and os.environ.get(NO_PAUSE) == "1":
            return _patched_spec(self, name)
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """The usual module."""

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update(REPLACED[module.__name__])


def _patched_spec(hook: Hook, name: str) -> importlib.machinery.ModuleSpec | None:
    """The module's own specification, whose `DesktopEnv.step` has a pause of 0."""
    sys.meta_path.remove(hook)
    try:
        spec = importlib.util.find_spec(name)
    finally:
        sys.meta_path.insert(0, hook)
    if spec is None or spec.loader is None:
        return spec
    execute = spec.loader.exec_module

    def exec_module(module: ModuleType) -> None:
        execute(module)
        module.DesktopEnv.step = _without_pause(module.DesktopEnv.step)

    spec.loader.exec_module = exec_module  # type: ignore[method-assign]
    return spec


def _without_pause(step: Callable[..., Any]) -> Callable[..., Any]:
    def step_without_pause(self: Any, action: Any, pause: float = 0, **options: Any) -> Any:
        del pause
        return step(self, action, 0, **options)

    return step_without_pause


def _finder_of_missing_packages(path: str) -> importlib.abc.MetaPathFinder:
    spec = importlib.util.spec_from_file_location("testbed_missing_packages", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    finder: importlib.abc.MetaPathFinder = module.MissingPackages()
    return finder


if LEASES in os.environ:
    sys.meta_path.insert(0, Hook())
    sys.meta_path.append(_finder_of_missing_packages(os.environ[MISSING_PACKAGES]))
