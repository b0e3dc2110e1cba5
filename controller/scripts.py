"""Load a task's `check.py` and `solve.py` from their path, without touching `sys.path`."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from controller.errors import TaskError

_lock = threading.Lock()


def load_script(path: Path) -> ModuleType:
    """The module at `path`, executed once per content.

    Raises TaskError when there is no such file or it fails on import.
    """
    try:
        source = path.read_bytes()
    except OSError as error:
        raise TaskError(f"{path}: cannot be read: {error.strerror}") from error
    digest = hashlib.sha256(str(path.resolve()).encode() + b"\0" + source).hexdigest()[:16]
    name = f"_testbed_{path.stem}_{digest}"
    with _lock:
        if name in sys.modules:
            return sys.modules[name]
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise TaskError(
                f"{path}: {type(error).__name__} on import: {error}", hint="run the file alone to see it"
            ) from error
        return module


def functions(path: Path) -> dict[str, Callable[..., Any]]:
    """The public functions the script at `path` defines itself, in the order they are written."""
    module = load_script(path)
    return {
        name: value
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    }
