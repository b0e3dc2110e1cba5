"""Files of the project that are no Python packages: tasks, studies, scripts."""

from __future__ import annotations

from pathlib import Path

import testbed

_PACKAGED = Path(testbed.__file__).with_name("data")
"""Where an installed wheel has them (setup.py)."""
_CLONE = Path(testbed.__file__).resolve().parents[1]


def project_file(name: str) -> Path:
    """Return where a file or folder of the project is, named as in a clone; it may be missing.

    Args:
        name: The path in a clone, for instance "tasks".
    """
    packaged = _PACKAGED / name
    return packaged if packaged.exists() else _CLONE / name
