"""Writes what pins the packages of the server pool, with hashes, from the versions in vm_images/servers/pool.toml.

    .venv/bin/python -m scripts.lock_servers [ID ...]

Without ids all servers. A Python package gets a list of all it depends on (`pypi/ID.lock`), one of npm a folder with
`package.json` and `package-lock.json` (`npm/ID`); neither names a registry.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from scripts.lock import compile_lock
from vm_images.server_pool import PoolServer, installed_servers

HEAD = "# Written by scripts/lock_servers.py; do not edit.\n"
NPM = (
    "npm",
    "install",
    "--package-lock-only",
    "--omit-lockfile-registry-resolved",
    "--no-audit",
    "--no-fund",
)


def main() -> None:
    """Write the locks of the named servers."""
    parser = argparse.ArgumentParser(description="Pin the packages of the server pool.")
    parser.add_argument("ids", nargs="*", metavar="ID", help="servers of the pool; by default all")
    ids = parser.parse_args().ids
    for server in installed_servers():
        if ids and server.id not in ids:
            continue
        server.lock.parent.mkdir(exist_ok=True)
        if server.ecosystem == "pypi":
            server.lock.write_text(HEAD + _python(server))
        else:
            _node(server)
        print(server.lock.name)


def _python(server: PoolServer) -> str:
    with tempfile.NamedTemporaryFile("w", suffix=".in") as requirements:
        requirements.write("\n".join([f"{server.package}=={server.version}", *server.with_]) + "\n")
        requirements.flush()
        return compile_lock(requirements.name)


def _node(server: PoolServer) -> None:
    server.lock.mkdir(exist_ok=True)
    package = {"name": f"testbed-server-{server.id}", "private": True}
    dependencies = {server.package: server.version}
    Path(server.lock, "package.json").write_text(
        json.dumps({**package, "dependencies": dependencies}, indent=2) + "\n"
    )
    subprocess.run(NPM, cwd=server.lock, check=True)


if __name__ == "__main__":
    main()
