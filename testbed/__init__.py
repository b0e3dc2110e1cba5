"""The public API: the names listed in `__init__.pyi`, each imported when it is first used."""

import re
from importlib import import_module
from pathlib import Path

_PUBLIC = re.compile(r"^from (\S+) import (\w+) as \2$", re.MULTILINE)
_SOURCES = {name: module for module, name in _PUBLIC.findall(Path(__file__).with_suffix(".pyi").read_text())}

__all__ = sorted(_SOURCES)


def __getattr__(name: str) -> object:
    if name not in _SOURCES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_SOURCES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
