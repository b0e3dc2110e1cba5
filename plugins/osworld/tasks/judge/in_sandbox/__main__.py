"""Evaluates a task, or imports the evaluators; see the package."""

from __future__ import annotations

import importlib
import json
import os
import socket
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .environment import Environment
from .guest import Guest
from .missing_packages import MissingPackages
from .ports import serve_browser, serve_requests
from .run_clock import set_clock


def evaluate(task: Mapping[str, Any], guest: Guest, cache: str) -> Any:
    """Return what OSWorld's own `evaluate` returns for the task."""
    serve_requests(guest)
    environment: Any = Environment(guest, cache)
    desktop = import_desktop()
    set_clock(guest)
    desktop._set_evaluator_info(environment, task)
    return desktop.evaluate(environment)


class CannotImportError(Exception):
    """The checkout's evaluators cannot be imported: no verdict, whatever the guest's state is."""


def import_desktop() -> Any:
    """Import OSWorld's environment with its evaluators. Raises CannotImportError."""
    sys.meta_path.append(MissingPackages())
    try:
        return importlib.import_module("desktop_env.desktop_env").DesktopEnv
    except BaseException as error:
        raise CannotImportError from error


def count_evaluators(_guest: Guest) -> dict[str, int]:
    """Import all evaluators and count them."""
    import_desktop()
    metrics: Any = importlib.import_module("desktop_env.evaluators.metrics")
    getters: Any = importlib.import_module("desktop_env.evaluators.getters")
    functions = [
        name
        for name, value in vars(metrics).items()
        if callable(value) and str(getattr(value, "__module__", "")).startswith("desktop_env.")
    ]
    types = [name for name in vars(getters) if name.startswith("get_")]
    return {"functions": len(functions), "getters": len(types)}


def main(checkout: str, cache: str, connections: str) -> None:
    """Write the verdict: a score, or the traceback of what was raised."""
    questions = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # evaluators print
    guest = Guest(questions, sys.stdin.buffer)
    guest.start()
    only_import = connections == "--import"
    task = {} if only_import else json.loads(sys.stdin.buffer.readline())
    sys.path.insert(0, checkout)
    os.chdir(cache)
    Path("evaluation_examples").symlink_to(Path(checkout) / "evaluation_examples")
    try:
        if only_import:
            guest.finish(count_evaluators(guest))
            return
        serve_browser(socket.socket(fileno=int(connections)))
        score = evaluate(task, guest, cache)
        guest.finish({"score": float(score)} if isinstance(score, bool) else {"score": score})
    except CannotImportError as error:
        guest.finish({"error": _format_error(error.__cause__), "import": False})
    except BaseException as error:  # noqa: BLE001  # the verdict is what was raised
        guest.finish({"error": _format_error(error)})


def _format_error(error: BaseException | None) -> str:
    return "".join(traceback.format_exception(error))[-8000:]


if __name__ == "__main__":
    main(*sys.argv[1:])
