"""Offering servers to a guest's agent: their tools are listed beside the guest's own."""

from __future__ import annotations

import json
import os
import re

from controller.core.guest import Guest
from controller.guests.link.diagnostics import service_journal, session_journal
from controller.tasks.added_servers import AddedServer, AddedServers
from controller.tasks.task_servers import TaskServers
from testbed.command import command
from testbed.errors import GuestConnectionError, GuestError, GuestTimeoutError, SetupError
from vm_images.server_pool import OFFERED_SERVERS

ADDED_FOLDER = "/opt/testbed/added_servers"
"""The guest's folder of servers that its image does not have, root's: `ID.json`, and a copy of the server's folder."""
KEYS_FOLDER = "/etc/testbed/server_keys"
SOCKETS = "/run/testbed-servers"
UNITS = "/run/systemd/system"
PYTHON = ("/opt/testbed/venv/bin/python", "-P", "-m", "mcp_tools.own_user_server")
PYTHON_ENVIRONMENT = {"PYTHONPATH": "/opt/testbed", "PYTHONDONTWRITEBYTECODE": "1"}
COPY_SECONDS = 120.0
"""How long the copy of a server's folder may take; in a slow guest, that many times more."""
JOURNAL_LINES = 12
_ESCAPED = re.compile(r'[$`\\"]')
_SOCKET = """[Socket]
ListenStream={sockets}/{id}.sock
SocketUser=user
SocketMode=0600
Accept=yes
"""
_SERVICE = """[Unit]
Description=The server {id}, as a user of its own: it has keys
CollectMode=inactive-or-failed

[Service]
DynamicUser=yes
StateDirectory=testbed-servers/{id}
EnvironmentFile={keys}/{id}
Environment={environment}
ExecStart={python} run {folder}/{id}.keyed
StandardInput=socket
StandardOutput=socket
StandardError=journal
"""


def offer_servers(guest: Guest, servers: TaskServers) -> None:
    """Offer servers; their processes start at their first calls, those of the user's own at once.

    Args:
        guest: A guest; what was offered there before is offered no longer.
        servers: The servers. Those of the pool that they do not name need not be in the guest.

    Raises:
        SetupError: The guest does not have one of them, or an added one does not start and list its tools.
        GuestConnectionError: The guest cannot be reached.
    """
    if problem := servers.skip_reason():
        raise SetupError(problem.removeprefix("server: "))
    own = servers.added.select(servers)
    try:
        for server in own:
            add_server(guest, server, servers.added)
        offered = "".join(f"{name}\n" for name in servers.offered)
        guest.write_file(OFFERED_SERVERS, offered.encode(), owner="root")
        listed = [tool.name for tool in guest.list_tools()]
    except GuestConnectionError:
        raise
    except GuestError as error:
        journal = f"\n{_journal(guest)}" if own else ""
        why = "they did not list their tools" if isinstance(error, GuestTimeoutError) else error.message
        text = f"the servers {', '.join(servers)} cannot be offered: {why}{journal}"
        raise SetupError(text, hint=error.hint) from error
    if missing := servers.not_listed(listed):
        raise SetupError(
            f"the guest does not have the server {missing!r}",
            hint=f"guests of this host's image have it: build that anew with `{command('image build')}`",
        )


def add_server(guest: Guest, server: AddedServer, added: AddedServers) -> None:
    """Put a server into a guest, and if it has keys, make it one that systemd starts.

    Raises GuestError, SetupError.
    """
    folder = f"{ADDED_FOLDER}/{server.id}"
    keys = _environment_file(server)
    if archive := added.archive(server.id):
        seconds = COPY_SECONDS * guest.slowness
        guest.run(["mkdir", "-p", folder])
        guest.run(["tar", "-x", "--no-same-owner", "-C", folder, "-f", "-"], stdin=archive, timeout=seconds)
    described = {
        "command": [word.replace("{folder}", folder) for word in server.command],
        "environment": {
            name: value.replace("{folder}", folder) for name, value in server.environment.items()
        },
    }
    if server.keys:
        _write(guest, f"{folder}.keyed", json.dumps({**described, "keys": list(server.keys)}))
        _write(guest, f"{KEYS_FOLDER}/{server.id}", keys, mode=0o600)
        unit = f"testbed-server-{server.id}"
        fields = {
            "id": server.id,
            "sockets": SOCKETS,
            "keys": KEYS_FOLDER,
            "environment": " ".join(f"{name}={value}" for name, value in PYTHON_ENVIRONMENT.items()),
            "python": " ".join(PYTHON),
            "folder": ADDED_FOLDER,
        }
        _write(guest, f"{UNITS}/{unit}.socket", _SOCKET.format(**fields))
        _write(guest, f"{UNITS}/{unit}@.service", _SERVICE.format(**fields))
        guest.run(["systemctl", "daemon-reload"])
        guest.run(["systemctl", "restart", f"{unit}.socket"])
        described = {
            "command": [*PYTHON, "connect", f"{SOCKETS}/{server.id}.sock"],
            "environment": PYTHON_ENVIRONMENT,
        }
    _write(guest, f"{folder}.json", json.dumps(described))


def _write(guest: Guest, path: str, text: str, mode: int = 0o644) -> None:
    guest.write_file(path, text.encode(), owner="root", mode=mode)


def _environment_file(server: AddedServer) -> str:
    """The server's keys as systemd reads them. Raises SetupError when this host does not have one."""
    lines = []
    for name, variable in server.keys.items():
        value = os.environ.get(variable, "")
        if not value:
            raise SetupError(f"the server {server.id!r} needs a key, and {variable} is not set")
        escaped = _ESCAPED.sub(r"\\\g<0>", value)
        lines.append(f'{name}="{escaped}"\n')
    return "".join(lines)


def _journal(guest: Guest) -> str:
    """The last lines of what a guest's servers wrote to their standard error, those with keys aside."""
    try:
        state = guest.run(["systemctl", "is-active", "testbed-headless"], check=False).text.strip()
    except GuestError as error:
        return f"its journal cannot be read: {error.message}"
    text = (service_journal if state == "active" else session_journal)(guest)
    return "\n".join(text.splitlines()[-JOURNAL_LINES:])
