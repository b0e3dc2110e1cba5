"""Finding the subjects: every module of this package may hold some."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

from controller.adapters.tool_docs import PromiseText
from tests.guest import fuzz
from tests.guest.fuzz.promises import Promise, Subject


def find_subjects() -> dict[str, type[Subject]]:
    """The subjects by name."""
    found: dict[str, type[Subject]] = {}
    for module in pkgutil.iter_modules(fuzz.__path__):
        if module.name.startswith(("test_", "__")):
            continue
        for _, subject in inspect.getmembers(
            importlib.import_module(f"{fuzz.__name__}.{module.name}"), inspect.isclass
        ):
            if issubclass(subject, Subject) and not inspect.isabstract(subject):
                found[subject.name] = subject
    return dict(sorted(found.items()))


def find_promises() -> dict[str, Promise]:
    """The promises of all subjects by the tool's name."""
    return {promise.tool: promise for subject in find_subjects().values() for promise in subject.promises}


def promise_texts() -> dict[str, PromiseText]:
    """The promises in words, for docs/tools.md."""
    return {name: PromiseText(promise.effect, promise.refuses) for name, promise in find_promises().items()}
