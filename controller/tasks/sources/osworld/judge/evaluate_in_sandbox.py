"""Runs in the sandbox: calls OSWorld's evaluators on a guest that the process outside asks questions.

    python -I evaluate_in_sandbox.py CHECKOUT CACHE [--import]

With --import it only imports all evaluators and writes how many there are.

It imports nothing of testbed: its Python is that of the prepared environment. The first line of standard input is the
task as JSON; then each line that it writes to standard output is a question or the verdict, and each line it reads is
an answer. It has no network: requests to the guest's ports are answered by the process outside too.
"""

from __future__ import annotations

import base64
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import shlex
import sys
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

HOST = "localhost"
SERVER_PORT, BROWSER_PORT, VLC_PORT = 5000, 9222, 8080
OPTIONAL = ("acoustid", "borb", "easyocr", "formulas", "librosa", "pydrive")
"""Packages that an environment need not have: large, or of a licence that not everybody accepts."""
PYTHON = "/usr/bin/python3"
KEPT = "/run/testbed-osworld"
"""What was read of the screen before the applications were stopped: `accessibility.py` of the folder above."""
_FORWARD = """
import sys, urllib.request, urllib.error
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
request = urllib.request.Request(sys.argv[2], method=sys.argv[1])
for line in sys.argv[3:]:
    request.add_header(*line.split(": ", 1))
try:
    answer = opener.open(request, timeout=20)
except urllib.error.HTTPError as error:
    answer = error
sys.stdout.buffer.write(str(answer.status).encode() + b"\\n" + answer.read())
"""
_TREE = """
import json, os, sys
def tree(path):
    children = sorted(os.scandir(path), key=lambda entry: entry.name)
    return {"type": "directory", "name": os.path.basename(path), "children": [
        tree(entry.path) if entry.is_dir(follow_symlinks=False) else {"type": "file", "name": entry.name}
        for entry in children]}
print(json.dumps(tree(sys.argv[1])))
"""


class Guest:
    """The guest outside, over the two streams."""

    def __init__(self, questions: Any, answers: Any) -> None:
        self._questions = questions
        self._answers = answers

    def run(self, argv: Sequence[str], timeout: float = 120.0) -> dict[str, Any]:
        """Run a command as the user: exit code, output and error as text. Raises TimeoutError."""
        answer = self._ask({"run": [*argv], "timeout": timeout})
        if "timeout" in answer:
            raise TimeoutError(f"{argv[0]} took more than {timeout:g} s")
        texts = {name: base64.b64decode(answer[name]) for name in ("output", "error")}
        return {"returncode": answer["returncode"], **texts}

    def read_file(self, path: str) -> bytes | None:
        """Return a file's content; None if there is no such file."""
        data = self._ask({"file": path}).get("data")
        return None if data is None else base64.b64decode(data)

    def finish(self, verdict: Mapping[str, Any]) -> None:
        self._write(verdict)

    def _ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        self._write(question)
        line = self._answers.readline()
        if not line:
            raise SystemExit("the process outside is gone")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _write(self, message: Mapping[str, Any]) -> None:
        self._questions.write(json.dumps(message, default=str).encode() + b"\n")
        self._questions.flush()


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
        output: str | None = json.loads(self._kept("terminal.json"))
        return output

    def get_accessibility_tree(self) -> str:
        return self._kept("accessibility.xml").decode("utf-8", "replace")

    def _kept(self, name: str) -> bytes:
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


def serve_requests(guest: Guest) -> None:
    """Let `requests` reach the guest's ports, and nothing else."""
    if importlib.util.find_spec("requests") is None:
        return
    requests: Any = importlib.import_module("requests")

    def request(_session: object, method: str, url: str, **options: Any) -> Any:
        parts = urlsplit(url)
        if parts.hostname != HOST:
            raise requests.exceptions.ConnectionError(f"the sandbox has no network: {url}")
        if parts.port == SERVER_PORT:
            status, body = _server(guest, parts.path, options.get("json") or options.get("data") or {})
        else:
            status, body = _forward(guest, method, url, options)
        response = requests.Response()
        response.status_code, response._content, response.url = status, body, url
        response.encoding = "utf-8"
        return response

    requests.sessions.Session.request = request


def _server(guest: Guest, path: str, data: Any) -> tuple[int, bytes]:
    """Answer as OSWorld's in-guest server does."""
    data = json.loads(data) if isinstance(data, str | bytes) else data
    if path == "/file":
        content = guest.read_file(data["file_path"])
        return (404, b"{}") if content is None else (200, content)
    if path not in ("/execute", "/setup/execute", "/setup/launch"):
        return 404, b"{}"
    command, shell = data.get("command", []), data.get("shell", False)
    words = [command] if isinstance(command, str) else list(command)
    if shell:
        words = ["/bin/sh", "-c", *words]
    elif isinstance(command, str):
        words = shlex.split(command)
    words = [f"/home/user/{word[2:]}" if word.startswith("~/") else word for word in words]
    if path == "/setup/launch":
        words = ["systemd-run", "--user", "--quiet", "--collect", "--no-block", "--", *words]
    try:
        result = guest.run(words)
    except TimeoutError as error:
        return 500, json.dumps({"status": "error", "message": str(error)}).encode()
    texts = {name: result[name].decode("utf-8", "replace") for name in ("output", "error")}
    return 200, json.dumps({"status": "success", "returncode": result["returncode"], **texts}).encode()


def _forward(guest: Guest, method: str, url: str, options: Mapping[str, Any]) -> tuple[int, bytes]:
    headers = dict(options.get("headers") or {})
    if auth := options.get("auth"):
        pair = tuple(auth) if isinstance(auth, Sequence) else (auth.username, auth.password)
        headers["Authorization"] = "Basic " + base64.b64encode(":".join(pair).encode()).decode()
    lines = [f"{name}: {value}" for name, value in headers.items()]
    result = guest.run([PYTHON, "-I", "-c", _FORWARD, method.upper(), url, *lines])
    status, _, body = result["output"].partition(b"\n")
    if not status.isdigit():
        raise ConnectionError(f"nothing answers at {url} in the guest")
    return int(status), body


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


def evaluate(task: Mapping[str, Any], guest: Guest, cache: str) -> Any:
    """Return what OSWorld's own `evaluate` returns for the task."""
    sys.meta_path.append(MissingPackages())
    serve_requests(guest)
    environment: Any = Environment(guest, cache)
    desktop: Any = importlib.import_module("desktop_env.desktop_env").DesktopEnv
    desktop._set_evaluator_info(environment, task)
    return desktop.evaluate(environment)


def count_evaluators(_guest: Guest) -> dict[str, int]:
    """Import all evaluators and count them."""
    sys.meta_path.append(MissingPackages())
    importlib.import_module("desktop_env.desktop_env")
    metrics: Any = importlib.import_module("desktop_env.evaluators.metrics")
    getters: Any = importlib.import_module("desktop_env.evaluators.getters")
    functions = [
        name
        for name, value in vars(metrics).items()
        if callable(value) and str(getattr(value, "__module__", "")).startswith("desktop_env.")
    ]
    types = [name for name in vars(getters) if name.startswith("get_")]
    return {"functions": len(functions), "getters": len(types)}


def main(checkout: str, cache: str, mode: str = "") -> None:
    """Write the verdict: a score, or the traceback of what was raised."""
    questions = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # evaluators print
    guest = Guest(questions, sys.stdin.buffer)
    task = {} if mode else json.loads(sys.stdin.buffer.readline())
    sys.path.insert(0, checkout)
    os.chdir(cache)
    Path("evaluation_examples").symlink_to(Path(checkout) / "evaluation_examples")
    try:
        if mode:
            guest.finish(count_evaluators(guest))
            return
        score = evaluate(task, guest, cache)
        guest.finish({"score": float(score)} if isinstance(score, bool) else {"score": score})
    except BaseException as error:  # noqa: BLE001  # the verdict is what was raised
        guest.finish({"error": "".join(traceback.format_exception(error))[-8000:]})


if __name__ == "__main__":
    main(*sys.argv[1:])
