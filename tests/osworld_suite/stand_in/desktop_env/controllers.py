"""Clients of OSWorld's in-guest server: of the endpoints that the suite's small tasks use."""

from __future__ import annotations

import shutil
import sqlite3
import time
import uuid
from contextlib import closing
from pathlib import Path
from typing import Any

import requests

SECONDS = 180
EPOCH = 11644473600
"""Seconds from 1601, where a browser's history begins to count, to 1970."""
HISTORY = "/home/user/.config/google-chrome/Default/History"


class Controller:
    """Runs code and reads files in the guest."""

    def __init__(self, host: str, port: int) -> None:
        self._address = f"http://{host}:{port}"

    def post(self, path: str, **options: Any) -> requests.Response:
        """Ask the server; a status other than 200 is the caller's to see."""
        return requests.post(self._address + path, timeout=SECONDS, **options)

    def execute_python_command(self, code: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.post("/execute", json={"command": ["python", "-c", code]}).json()
        return answer

    def get_file(self, path: str) -> bytes | None:
        response = self.post("/file", data={"file_path": path})
        return response.content if response.status_code == 200 else None


class SetupController:
    """Executes the steps of tasks."""

    def __init__(self, controller: Controller, cache: Path) -> None:
        self._controller = controller
        self._cache = cache

    def setup(self, steps: list[dict[str, Any]], _use_proxy: bool = False) -> bool:
        for step in steps:
            getattr(self, f"_{step['type']}")(**step["parameters"])
        return True

    def _upload(self, source: Path, path: str) -> None:
        files = {"file_data": (source.name, source.read_bytes())}
        self._controller.post("/setup/upload", data={"file_path": path}, files=files).raise_for_status()

    def _download(self, files: list[dict[str, str]]) -> None:
        for file in files:
            name = f"{uuid.uuid5(uuid.NAMESPACE_URL, file['url'])}_{Path(file['path']).name}"
            self._upload(self._cache / name, file["path"])

    def _launch(self, command: str | list[str], shell: bool = False) -> None:
        self._controller.post("/setup/launch", json={"command": command, "shell": shell})

    def _execute(self, command: str | list[str], stdout: str = "", shell: bool = False) -> None:
        answer = self._controller.post("/setup/execute", json={"command": command, "shell": shell}).json()
        if stdout:
            (self._cache / stdout).write_text(answer["output"])

    _command = _execute

    def _open(self, path: str) -> None:
        self._controller.post("/setup/open_file", json={"path": path}).raise_for_status()

    def _activate_window(self, window_name: str) -> None:
        self._controller.post("/setup/activate_window", json={"window_name": window_name})

    def _close_window(self, window_name: str) -> None:
        self._controller.post("/setup/close_window", json={"window_name": window_name})

    def _sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def _update_browse_history(self, history: list[dict[str, Any]]) -> None:
        filled = self._cache / "filled.sqlite"
        shutil.copyfile(self._cache / "history_new.sqlite", filled)
        with closing(sqlite3.connect(filled)) as database, database:
            for visit in history:
                moment = int((time.time() + EPOCH - visit["visit_time_from_now_in_seconds"]) * 1_000_000)
                page = database.execute(
                    "INSERT INTO urls (url, title, last_visit_time) VALUES (?, ?, ?)",
                    (visit["url"], visit["title"], moment),
                ).lastrowid
                database.execute("INSERT INTO visits (url, visit_time) VALUES (?, ?)", (page, moment))
        self._upload(filled, HISTORY)
