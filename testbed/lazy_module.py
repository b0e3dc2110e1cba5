"""The modules of the public API: each lists its names in its `.pyi`, and imports one when it is first used."""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

PACKAGE = "testbed"
_NAME = re.compile(r"^from (\S+) import (\w+) as \2$", re.MULTILINE)


def module_of(name: str) -> str:
    """Return the module of the public API that has a name; "" if none has it."""
    for stub in sorted(Path(__file__).parent.glob("*.pyi")):
        if any(public == name and not source.startswith(PACKAGE) for source, public in _names(stub)):
            return PACKAGE if stub.stem == "__init__" else f"{PACKAGE}.{stub.stem}"
    return ""


def lazy_exports(name: str) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return `__all__`, `__getattr__` and `__dir__` of the module of that name."""
    module = sys.modules[name]
    assert module.__file__, "a module of the public API is a file"
    sources = {public: source for source, public in _names(Path(module.__file__).with_suffix(".pyi"))}
    names = sorted(sources)

    def load(public: str) -> object:
        if public not in sources:
            raise AttributeError(f"module {name!r} has no attribute {public!r}")
        value = getattr(import_module(sources[public]), public)
        setattr(module, public, value)
        return value

    return names, load, lambda: names


def _names(stub: Path) -> list[tuple[str, str]]:
    """The modules and the names that a stub takes from them."""
    return _NAME.findall(stub.read_text())
