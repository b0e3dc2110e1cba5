"""Scripts of this package that run in the guest, as root, under the system's Python."""

from __future__ import annotations

from pathlib import Path

PYTHON = ("/usr/bin/python3", "-I", "-")
"""Runs a script that it reads from its standard input."""
SHARED = "processes"
_FOLDER = Path(__file__).parent
_LOADER = """\
import sys, types
def load(name, source):
    module = sys.modules[name] = types.ModuleType(name)
    exec(compile(source, name, "exec"), module.__dict__)
load("checkers", "")
"""


def guest_script(file: Path) -> bytes:
    """Return a script together with the module `checkers.processes`, which it may import."""
    shared = f"checkers.{SHARED}"
    source = (_FOLDER / f"{SHARED}.py").read_text()
    parts = [_LOADER, f"load({shared!r}, {source!r})\n"]
    parts.append(f"exec(compile({file.read_text()!r}, {file.name!r}, 'exec'), {{'__name__': '__main__'}})\n")
    return "".join(parts).encode()
