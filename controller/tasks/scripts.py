"""Load a task's `check.py`, `solve.py` and `variant.py` from their path, without touching `sys.path`.

`check.py` and `solve.py` may import from the `variant.py` beside them: `from .variant import Facts`.
"""

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

VARIANT = "variant"
"""The name of the module that a task's other scripts may import from."""
_lock = threading.Lock()


def load_script(path: Path) -> ModuleType:
    """Return the module at `path`, executed once per content; nothing is written beside it.

    Raises TaskError when there is no such file or it fails on import.
    """
    try:
        source = path.read_bytes()
    except OSError as error:
        raise TaskError(f"{path}: cannot be read: {error.strerror}") from error
    beside = path.with_name(f"{VARIANT}.py")
    variant = load_script(beside) if path.stem != VARIANT and beside.is_file() else None
    known = str(path.resolve()).encode() + b"\0" + (variant.__name__.encode() if variant else b"")
    name = f"_testbed_{path.stem}_{hashlib.sha256(known + source).hexdigest()[:16]}"
    with _lock:
        if name in sys.modules:
            return sys.modules[name]
        module = ModuleType(name)
        module.__file__ = str(path)
        if variant is not None:
            module.__package__ = _package_of(variant)
        sys.modules[name] = module
        try:
            exec(compile(source, str(path), "exec"), vars(module))
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            line = line_in(error, path)
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


def check_arguments(path: Path, found: Callable[..., Any], arguments: int, form: str) -> None:
    """Raise TaskError unless a function can be called with so many positional arguments."""
    try:
        for follow in (True, False):  # what a decorator made must take them, and what it decorates
            inspect.signature(found, follow_wrapped=follow).bind(*range(arguments))
    except TypeError as error:
        raise TaskError(f"{path}: {found.__name__}: {error}", hint=f"write `{form}`") from error


def _package_of(variant: ModuleType) -> str:
    """Return the name of a package whose only member is a task's `variant.py`."""
    name = f"{variant.__name__}_package"
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = []
        setattr(package, VARIANT, variant)
        sys.modules[f"{name}.{VARIANT}"] = variant
        sys.modules[name] = package
    return name


def line_in(error: BaseException, path: Path) -> str:
    """Return ":<line>" of the script at `path` in which an error arose; "" if it arose elsewhere."""
    if isinstance(error, SyntaxError):
        return f":{error.lineno}"
    trace = error.__traceback__
    line = ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f":{trace.tb_lineno}"
        trace = trace.tb_next
    return line
