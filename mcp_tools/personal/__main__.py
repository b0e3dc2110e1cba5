"""Prepares a guest, as the image's recipe does once.

    python -m mcp_tools.personal FOLDER STATE

FOLDER gets a folder for each application, beside those of the pool's other servers; STATE is the file of the state that
every guest begins with, that of life 0.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from mcp_tools.personal.apps import APPS
from mcp_tools.personal.life.life import make_life
from mcp_tools.personal.life.state import write_state


def record_all(folder: Path) -> None:
    """Write into a folder for each application that the service executes it, and the tools that it offers."""
    for app in APPS.values():
        own = folder / app.id
        own.mkdir(parents=True, exist_ok=True)
        (own / "server.json").write_text(json.dumps({"personal_app": app.id}) + "\n")
        tools = [action.tool() for action in app.actions.values()]
        (own / "tools.json").write_text(json.dumps({"tools": tools}) + "\n")


if __name__ == "__main__":
    record_all(Path(sys.argv[1]))
    write_state(make_life(0), Path(sys.argv[2]))
