"""Optional packages of OSWorld's evaluators, which the environment may lack.

Imported in the sandbox, and by the import hook of OSWorld's runners. Needs nothing but the standard library.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
from types import ModuleType
from typing import Any

OPTIONAL = ("acoustid", "borb", "easyocr", "formulas", "librosa", "pydrive")
"""Packages that an environment need not have: large, or of a licence that not everybody accepts."""


class _Missing(type):
    """Stands for a class or function of a package that the environment lacks."""

    def __call__(cls, *_: object, **__: object) -> Any:
        raise ImportError(f"{cls.__module__} is not in the prepared environment")


class _MissingModule(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Missing(name, (), {"__module__": self.__name__})


class MissingPackages(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Supplies the optional packages that are not installed, so that the evaluators can be imported."""

    def find_spec(
        self, name: str, _path: object = None, _target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in OPTIONAL:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = _MissingModule(spec.name)
        module.__path__ = []
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is executed."""
