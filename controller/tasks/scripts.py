"""Load a task's `check.py` and `solve.py` from their path, without touching `sys.path`."""

from __future__ import annotations

import hashlib
import inspect
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from testbed.errors import TaskError

_lock = threading.Lock()


def load_script(path: Path) -> ModuleType:
    """Return the module at `path`, executed once per content; nothing is written beside it.

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
        module = ModuleType(name)
        module.__file__ = str(path)
        sys.modules[name] = module
        try:
            exec(compile(source, str(path), "exec"), vars(module))
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            line = _line_in(error, path)
            raise TaskError(
                f"{path}{line}: {type(error).__name__} on import: {error}",
                hint="fix the script; it must import without a guest",
            ) from error
        return module


def functions(path: Path) -> dict[str, Callable[..., Any]]:
    """Return the public functions that the script at `path` defines itself, in source order."""
    module = load_script(path)
    return {
        name: value
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    }


def _line_in(error: BaseException, path: Path) -> str:
    if isinstance(error, SyntaxError):
        return f":{error.lineno}"
    trace = error.__traceback__
    line = ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f":{trace.tb_lineno}"
        trace = trace.tb_next
    return line
