"""Getters of ours under names of OSWorld's."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import requests

PROFILE = "/home/user/.config/google-chrome/Default"


def get_rule(env: Any, config: dict[str, Any]) -> Any:
    return config["rules"]


def get_vm_file(env: Any, config: dict[str, Any]) -> str | None:
    data = env.controller.get_file(config["path"])
    if data is None:
        return None
    path = Path(env.cache_dir) / config["dest"]
    path.write_bytes(data)
    return str(path)


def get_cloud_file(env: Any, config: dict[str, Any]) -> str:
    return str(Path(env.cache_dir) / config["dest"])


def get_cache_file(env: Any, config: dict[str, Any]) -> str:
    return str(Path(env.cache_dir) / config["path"])


def get_vm_command_line(env: Any, config: dict[str, Any]) -> str:
    request = {"command": config["command"], "shell": config.get("shell", False)}
    address = f"http://{env.vm_ip}:{env.server_port}/execute"
    output: str = requests.post(address, json=request, timeout=180).json()["output"]
    return output


def _rows(env: Any, name: str, config: dict[str, Any], query: str) -> list[tuple[Any, ...]]:
    path = get_vm_file(env, {"path": f"{PROFILE}/{name}", "dest": config["dest"]})
    assert path is not None
    with closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()


def get_history(env: Any, config: dict[str, Any]) -> list[tuple[Any, ...]]:
    return _rows(env, "History", config, "SELECT url, title FROM urls")


def get_cookie_data(env: Any, config: dict[str, Any]) -> list[tuple[Any, ...]]:
    return _rows(env, "Cookies", config, "SELECT * FROM cookies")
