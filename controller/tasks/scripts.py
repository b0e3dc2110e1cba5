"""Load a task's `check.py`, `solve.py`, `truth.py` and `variant.py` from their path, without touching `sys.path`.

Each may import from those of the last two that are beside it: `from .variant import Facts`, `from .truth import truth`.
`variant.py` itself imports from none, and `truth.py` from `variant.py` alone.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from testbed.errors import TaskError

VARIANT = "variant"
"""The name of the module with the facts of a task's variants."""
TRUTH = "truth"
"""The name of the module that computes a task's expected answer."""
_SHARED = (VARIANT, TRUTH)
"""Modules that a task's scripts may import from; each imports only from those before it."""
_lock = threading.Lock()


def load_script(path: Path) -> ModuleType:
    """Return the module at `path`, executed once per content; nothing is written beside it.

    Raises TaskError when there is no such file or it fails on import.
    """
    try:
        source = path.read_bytes()
    except OSError as error:
        raise TaskError(f"{path}: cannot be read: {error.strerror}") from error
    shared = _shared_modules(path)
    known = (
        "\0".join([str(path.resolve()), *(module.__name__ for module in shared.values())]).encode() + b"\0"
    )
    name = f"_testbed_{path.stem}_{hashlib.sha256(known + source).hexdigest()[:16]}"
    with _lock:
        if name in sys.modules:
            return sys.modules[name]
        module = ModuleType(name)
        module.__file__ = str(path)
        if shared:
            module.__package__ = _package_of(shared)
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


def _shared_modules(path: Path) -> dict[str, ModuleType]:
    """Return the modules that the script at `path` may import from, by their names."""
    names = _SHARED[: _SHARED.index(path.stem)] if path.stem in _SHARED else _SHARED
    beside = {name: path.with_name(f"{name}.py") for name in names}
    return {name: load_script(place) for name, place in beside.items() if place.is_file()}


def _package_of(shared: Mapping[str, ModuleType]) -> str:
    """Return the name of a package whose only members are these modules of a task."""
    name = "_".join([*(module.__name__ for module in shared.values()), "package"])
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = []
        for member, module in shared.items():
            setattr(package, member, module)
            sys.modules[f"{name}.{member}"] = module
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
