"""Runs while the layer `servers` is built, under /opt/testbed/venv: starts each server once and records its tools.

    record.py SERVERS FOLDER OUT

SERVERS is a JSON list of {id, command, environment}; FOLDER/ID has the server. What starts it is written to
FOLDER/ID/server.json, its tools to FOLDER/ID/tools.json (the protocol's `tools/list` result), the installed versions to
OUT/pip.json and OUT/npm.json. Equal files of several servers become one.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

SECONDS = 240.0
"""How long a server may take to start and list its tools; first starts are slow, on a busy host even more."""
NODE = "/opt/testbed/node/bin"
NOBODY = 65534
SMALLEST = 4096


class _FaultyServer(Exception):
    """A server does not start, or lists nothing."""


def main() -> None:
    """Record all servers; exits with the reasons when some do not start."""
    servers = json.loads(Path(sys.argv[1]).read_text())
    folder, out = Path(sys.argv[2]), Path(sys.argv[3])
    home = Path(tempfile.mkdtemp())
    os.chown(home, NOBODY, NOBODY)
    versions: dict[str, dict[str, str]] = {"pip": {}, "npm": {}}
    faults: list[str] = []
    for server in servers:
        own = folder / server["id"]
        print(f"step: {server['id']}", flush=True)
        try:
            program = _program(own, server["command"][0])
            described = {
                "command": [str(program), *server["command"][1:]],
                "environment": server["environment"],
            }
            tools = asyncio.run(_tools(described, home))
        except _FaultyServer as error:
            faults.append(f"{server['id']}: {error}")
            continue
        (own / "server.json").write_text(json.dumps(described, indent=2) + "\n")
        (own / "tools.json").write_text(tools)
        for kind, found in _versions(own).items():
            versions[kind] |= found
    if faults:
        raise SystemExit("\n".join(faults))
    for kind, found in versions.items():
        (out / f"{kind}.json").write_text(json.dumps(found, indent=2, sort_keys=True))
    shutil.rmtree(home)
    print(f"{_shared(folder) / 2**20:.0f} MiB saved by shared files", flush=True)


def _program(own: Path, name: str) -> Path:
    for path in (own / "venv/bin" / name, own / "node_modules/.bin" / name):
        if path.exists():
            return path
    programs = sorted(path.name for path in (*own.glob("venv/bin/*"), *own.glob("node_modules/.bin/*")))
    raise _FaultyServer(f"its package has no program {name!r}, only {', '.join(programs)}")


async def _tools(described: dict[str, Any], home: Path) -> str:
    def filled(text: str) -> str:
        return text.replace("{home}", str(home)).replace("{state}", str(home))

    words = [filled(word) for word in described["command"]]
    environment = {name: filled(value) for name, value in described["environment"].items()}
    parameters = StdioServerParameters(
        command="setpriv",
        args=[f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--", *words],
        cwd=home,
        env={"HOME": str(home), "PATH": f"{NODE}:/usr/local/bin:/usr/bin:/bin", **environment},
    )
    try:
        async with asyncio.timeout(SECONDS), Client(parameters, mode="legacy") as client:
            listed = await client.list_tools()
    except Exception as error:
        raise _FaultyServer(f"{' '.join(words)} did not list its tools: {error!r}") from error
    if not listed.tools:
        raise _FaultyServer(f"{' '.join(words)} lists no tools")
    return listed.model_dump_json(by_alias=True, exclude_none=True)


def _versions(own: Path) -> dict[str, dict[str, str]]:
    wheels = [
        path.name.removesuffix(".dist-info")
        for path in own.glob("venv/lib/python3*/site-packages/*.dist-info")
    ]
    top = (
        json.loads((own / "package.json").read_text())["dependencies"]
        if (own / "package.json").exists()
        else {}
    )
    return {
        "pip": {
            f"{own.name}/{name}": version for name, _, version in (wheel.rpartition("-") for wheel in wheels)
        },
        "npm": {f"{own.name}/{name}": version for name, version in top.items()},
    }


def _shared(folder: Path) -> int:
    """Make equal files one, by hard links; returns the bytes that it saves."""
    known: dict[tuple[int, int, str], Path] = {}
    saved = 0
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file() or path.stat().st_size < SMALLEST:
            continue
        status = path.stat()
        key = (status.st_size, status.st_mode, hashlib.sha256(path.read_bytes()).hexdigest())
        first = known.setdefault(key, path)
        if first is not path and not first.samefile(path):
            path.unlink()
            path.hardlink_to(first)
            saved += status.st_size
    return saved


if __name__ == "__main__":
    main()
