"""Runs in the guest, as the user: prints what is in a folder, and in the folders in it, as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def tree(folder: Path) -> dict[str, Any]:
    try:
        entries = list(folder.iterdir())
    except OSError as error:
        return {"error": str(error)}
    children = [tree(entry) if entry.is_dir() else {"type": "file", "name": entry.name} for entry in entries]
    return {"type": "directory", "name": folder.name, "children": children}


if __name__ == "__main__":
    start = Path(sys.argv[1])
    json.dump(tree(start) if start.is_dir() else None, sys.stdout)
