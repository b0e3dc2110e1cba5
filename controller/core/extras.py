"""Packages that only some functions need: extras of the distribution, imported when first used."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from testbed.errors import UsageError

EXTRAS = {
    "pandas": "pandas",
    "pyarrow": "pyarrow",
    "pyarrow.parquet": "pyarrow",
    "ray": "ray[client]==2.60.0",
}
"""Optional modules of the core, and the package that has each, with its version where all machines must agree."""


def import_extra(module: str, package: str = "") -> ModuleType:
    """Import an optional module.

    Args:
        module: Its name.
        package: The package that has it; "" for one of `EXTRAS`.

    Raises:
        UsageError: Its package is not installed; the hint says how to install it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        top = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != top:
            raise
        package = package or EXTRAS[module]
        raise UsageError(
            f"the Python package {package} is not installed", hint=f"pip install {package}"
        ) from error
