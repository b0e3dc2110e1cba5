"""OSWorld's environment as its evaluators use it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .guest import Guest

HOST = "127.0.0.1"
SERVER_PORT, BROWSER_PORT, VLC_PORT = 5000, 9222, 8080
VLC_PASSWORD = "password"
GUEST_VLC_PORT, GUEST_VLC_PASSWORD = 8090, "testbed"
"""Where the guest's VLC answers. OSWorld's evaluators expect VLC_PORT and VLC_PASSWORD."""
PYTHON = "/usr/bin/python3"
KEPT = "/run/testbed-osworld"
"""What was read of the screen before the applications were stopped: `accessibility.py` of the folder above."""
_TREE = """
import json, os, sys
def tree(path):
    children = sorted(os.scandir(path), key=lambda entry: entry.name)
    return {"type": "directory", "name": os.path.basename(path), "children": [
        tree(entry.path) if entry.is_dir(follow_symlinks=False) else {"type": "file", "name": entry.name}
        for entry in children]}
print(json.dumps(tree(sys.argv[1])))
"""


class Controller:
    """What getters ask of OSWorld's PythonController."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def execute_python_command(self, code: str) -> dict[str, Any]:
        result = self._guest.run([PYTHON, "-c", code])
        return {
            "status": "success",
            "output": result["output"].decode("utf-8", "replace"),
            "error": result["error"].decode("utf-8", "replace"),
            "returncode": result["returncode"],
        }

    def get_file(self, path: str) -> bytes | None:
        return self._guest.read_file(path)

    def get_vm_platform(self) -> str:
        return "Linux"

    def get_vm_machine(self) -> str:
        return self._text(["uname", "-m"])

    def get_vm_desktop_path(self) -> str:
        return self._text(["xdg-user-dir", "DESKTOP"])

    def get_vm_directory_tree(self, path: str) -> dict[str, Any]:
        tree: dict[str, Any] = json.loads(self._text([PYTHON, "-c", _TREE, path]))
        return tree

    def get_vm_screen_size(self) -> dict[str, int]:
        width, height = self._text(["xdotool", "getdisplaygeometry"]).split()
        return {"width": int(width), "height": int(height)}

    def get_vm_window_size(self, app_class_name: str) -> dict[str, int] | None:
        found = self._text(["xdotool", "search", "--onlyvisible", "--class", app_class_name]).split()
        if not found:
            return None
        lines = self._text(["xdotool", "getwindowgeometry", "--shell", found[0]]).splitlines()
        values = dict(line.split("=", 1) for line in lines if "=" in line)
        return {"width": int(values["WIDTH"]), "height": int(values["HEIGHT"])}

    def get_vm_wallpaper(self) -> bytes | None:
        uri = self._text(["gsettings", "get", "org.gnome.desktop.background", "picture-uri"]).strip("'")
        return self.get_file(uri.removeprefix("file://"))

    def get_terminal_output(self) -> str | None:
        output: str | None = json.loads(self._read_kept("terminal.json"))
        return output

    def get_accessibility_tree(self) -> str:
        return self._read_kept("accessibility.xml").decode("utf-8", "replace")

    def _read_kept(self, name: str) -> bytes:
        data = self._guest.read_file(f"{KEPT}/{name}")
        if data is None:
            raise FileNotFoundError(f"nothing was kept of the screen: {name}")
        return data

    def _text(self, argv: Sequence[str]) -> str:
        output: bytes = self._guest.run(argv)["output"]
        return output.decode("utf-8", "replace").strip()


class SetupController:
    """What evaluators ask of OSWorld's SetupController. The postconfig steps were executed before."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def setup(self, _steps: Sequence[object], _use_proxy: bool = False) -> bool:
        return True

    def _activate_window_setup(self, window_name: str, strict: bool = False, by_class: bool = False) -> None:  # noqa: ARG002
        found = self._guest.run(["xdotool", "search", "--onlyvisible", "--name", window_name])[
            "output"
        ].split()
        if found:
            self._guest.run(["xdotool", "windowactivate", found[0].decode()])


class Environment:
    """OSWorld's `env` as its evaluators use it."""

    vm_ip = HOST
    server_port, chromium_port, vlc_port = SERVER_PORT, BROWSER_PORT, VLC_PORT
    vm_platform = "Linux"
    current_use_proxy = enable_proxy = False
    is_environment_used = True

    def __init__(self, guest: Guest, cache: str) -> None:
        self.controller = Controller(guest)
        self.setup_controller = SetupController(guest)
        self.cache_dir = cache
        self.action_history: list[object] = []

    @property
    def vm_machine(self) -> str:
        return self.controller.get_vm_machine()

    @property
    def vm_screen_size(self) -> dict[str, int]:
        return self.controller.get_vm_screen_size()
