"""Puts what the installed command needs beside its packages into the wheel; everything else is in pyproject.toml."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PROJECT = Path(__file__).parent
DATA = ("tasks", "studies", "scripts/start-libvirtd")
"""Found at run time by `controller/core/project_files.py`."""


class BuildWithData(build_py):
    """Copies `DATA` to `testbed/data`. An editable installation uses the clone's own files."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib) / "testbed" / "data"
        shutil.rmtree(target, ignore_errors=True)
        for name in DATA:
            source = PROJECT / name
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
            else:
                shutil.copy(source, target / name)


# A path in place of an import hook: a hook comes after every folder of the path, so beside a clone that is named
# testbed the clone's folder would be the package.
setup(cmdclass={"build_py": BuildWithData}, options={"editable_wheel": {"mode": "compat"}})
