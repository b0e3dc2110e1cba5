"""The modules of the public API: each lists its names in its `.pyi`, and imports one when it is first used."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

_NAME = re.compile(r"^from (\S+) import (\w+) as \2$", re.MULTILINE)


def open_door(name: str) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return `__all__`, `__getattr__` and `__dir__` of the module of that name."""
    module = sys.modules[name]
    assert module.__file__, "a module of the public API is a file"
    stub = Path(module.__file__).with_suffix(".pyi").read_text()
    sources = {public: source for source, public in _NAME.findall(stub)}
    names = sorted(sources)

    def load(public: str) -> object:
        if public not in sources:
            raise AttributeError(f"module {name!r} has no attribute {public!r}")
        value = getattr(import_module(sources[public]), public)
        setattr(module, public, value)
        return value

    return names, load, lambda: names
