"""`testbed servers`: the pool of MCP servers that tasks can offer beside the guest's own tools."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from controller.cli import common
from controller.core.guest import Tool
from controller.core.texts import first_line
from controller.guests.network_access import CLOSED, with_hosts
from controller.guests.provider import HEADLESS
from controller.results.text_table import make_table
from controller.tasks.added_servers import AddedServer, AddedServers
from controller.tasks.task_servers import TaskServers
from controller.tool_filter.budget import token_count
from testbed.errors import ImageError, InfraError, UsageError
from vm_images.image import find_image
from vm_images.server_pool import PoolServer, server_pool

if TYPE_CHECKING:
    from controller.guests.server_check import LiveServer

app = typer.Typer(help="List and check the pool of MCP servers that tasks can offer.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Ids = Annotated[list[str] | None, typer.Argument(metavar="ID", help="Servers; by default all.")]


AnyServer = PoolServer | AddedServer


@dataclass(frozen=True, slots=True)
class _Checked:
    """A server, its tools as far as they are known, what is wrong with it, and what starting it showed."""

    server: AnyServer
    tools: Sequence[Tool]
    fault: str
    live: LiveServer | None = None

    @property
    def unavailable(self) -> str:
        """Why the image cannot have it; "" if it can, or need not."""
        return self.server.unavailable if isinstance(self.server, PoolServer) else ""


@app.command("list")
def list_servers(servers: common.Servers = None, as_json: Json = False) -> None:
    """List the servers of the pool, and of your own file."""
    known = _known_servers(servers)
    if as_json:
        _print_json([server.model_dump(mode="json", by_alias=True) for server in known.values()])
        return
    table = make_table("server", "category", "package", "purpose")
    for server in known.values():
        if isinstance(server, AddedServer):
            table.add_row(server.id, server.category, f"(of {servers})", server.purpose)
            continue
        note = f"(not in the image: {server.unavailable})" if server.unavailable else server.purpose
        table.add_row(server.id, server.category, f"{server.package} {server.version}", note)
    common.out.print(table)
    common.out.print(f"{len(known)} servers")


@app.command()
def show(
    server_id: Annotated[str, typer.Argument(metavar="ID", help="A server.")],
    servers: common.Servers = None,
    as_json: Json = False,
) -> None:
    """Show a server: what it is for, its package, how it starts, and its tools as the image's build recorded them.

    The tools of a server of your own are known when it runs: see `servers check --live`.
    """
    from controller.guests.server_check import recorded_tools  # imported late: it loads ssh

    [server] = _select([server_id], _known_servers(servers))
    if isinstance(server, AddedServer):
        _show_added(server, as_json=as_json)
        return
    tools = [] if server.unavailable else recorded_tools(find_image(), server)
    if as_json:
        listed = [
            {"name": tool.name, "description": tool.description, "input_schema": dict(tool.input_schema)}
            for tool in tools
        ]
        _print_json({**server.model_dump(mode="json", by_alias=True), "tools": listed})
        return
    common.out.print(Text(server.id, style="bold"))
    common.out.print(Text(server.purpose))
    common.out.print(Text(f"{server.ecosystem}: {server.package} {server.version}", style="dim"))
    if server.built_in:
        start = "part of every guest"
    else:
        start = "a user of its own runs it" if server.is_own else f"starts with: {' '.join(server.command)}"
    common.out.print(Text(start, style="dim"))
    if server.unavailable:
        common.out.print(Text(f"not in the image: {server.unavailable}"))
    table = make_table("tool", "description")
    for tool in tools:
        table.add_row(tool.name, first_line(tool.description))
    if tools:
        common.out.print(table)


@app.command()
def check(
    ids: Ids = None,
    live: Annotated[
        bool, typer.Option("--live", help="Boot a headless guest and start each server there.")
    ] = False,
    servers: common.Servers = None,
    provider: common.ProviderName = "",
    as_json: Json = False,
) -> None:
    """Check that the image has the servers, and with --live that they start and offer what was recorded.

    With --servers, your own servers' keys are looked for too, and without ids your own alone are checked.

    Exit code 1: something is wrong.
    """
    from controller.guests.server_check import recorded_tools  # imported late: it loads ssh

    added = AddedServers.read(servers)
    checked = []
    for server in _select(ids or list(added.servers) or list(server_pool()), _known_servers(servers)):
        tools: list[Tool] = []
        fault = ""
        if isinstance(server, AddedServer):
            missing = [variable for _, variable in added.missing_keys([server.id])]
            fault = f"no key in {', '.join(missing)}" if missing else ""
        elif not server.unavailable:
            try:
                tools = recorded_tools(find_image(), server)
            except ImageError as error:
                fault = error.message
        checked.append(_Checked(server, tools, fault))
    if live:
        checked = _start_servers(checked, added, provider)
    if as_json:
        _print_json(list(map(_as_data, checked)))
    else:
        _print_table(checked, live=live)
    if any(item.fault for item in checked):
        raise typer.Exit(1)


def _start_servers(checked: Sequence[_Checked], added: AddedServers, provider: str) -> list[_Checked]:
    from controller.guests.server_check import (  # imported late: they load ssh
        LiveServer,
        compare_with_recorded,
        start_server,
    )
    from controller.tasks.servers import add_server, offer_servers

    results = []
    network = with_hosts(CLOSED, added.hosts(item.server.id for item in checked))
    with common.provider_named(provider, network=network) as guest_provider:
        guest = guest_provider.start(HEADLESS)
        for item in checked:
            server, tools = item.server, item.tools
            if item.fault or item.unavailable or (isinstance(server, PoolServer) and server.built_in):
                results.append(item)
                continue
            try:
                if isinstance(server, AddedServer):
                    add_server(guest, server, added)
                    started = start_server(guest, server.id)
                    if not started.fault:
                        offer_servers(guest, TaskServers((server.id,), added))
                        tools = [tool for tool in guest.list_tools() if tool.app == server.id]
                else:
                    started = compare_with_recorded(start_server(guest, server.id), server, list(tools))
            except InfraError as error:
                started = LiveServer(None, None, (), error.message)
            results.append(_Checked(server, tools, started.fault, started))
    return results


def _show_added(server: AddedServer, *, as_json: bool) -> None:
    if as_json:
        _print_json(server.model_dump(mode="json"))
        return
    common.out.print(Text(server.id, style="bold"))
    common.out.print(Text(server.purpose))
    common.out.print(Text(f"starts with: {' '.join(server.command)}", style="dim"))
    for title, values in (
        ("folder", [server.folder] if server.folder else []),
        ("keys", [f"{name} from {variable}" for name, variable in server.keys.items()]),
        ("network", server.network),
    ):
        if values:
            common.out.print(Text(f"{title}: {', '.join(values)}"))


def _print_table(checked: Sequence[_Checked], *, live: bool) -> None:
    measured = ("seconds", "MiB") if live else ()
    table = make_table("server", "tools", "tokens", *measured, "state")
    for item in checked:
        server, started = item.server, item.live
        state = item.fault or (f"not in the image: {item.unavailable}" if item.unavailable else "ok")
        cells = []
        if live:
            known = started is not None and started.seconds is not None
            cells = [f"{started.seconds:.1f}", f"{started.memory_mib:.0f}"] if known and started else ["", ""]
        cost = sum(map(token_count, item.tools))
        table.add_row(server.id, str(len(item.tools)), str(cost), *cells, state)
    common.out.print(table)
    tools = [tool for item in checked for tool in item.tools]
    works = sum(not item.fault and not item.unavailable for item in checked)
    tokens = sum(map(token_count, tools))
    common.out.print(
        f"{works} of {len(checked)} servers, {len(tools)} tools, about {tokens:,} tokens of schemas"
    )


def _as_data(item: _Checked) -> dict[str, Any]:
    return {
        "id": item.server.id,
        "tools": len(item.tools),
        "tokens": sum(map(token_count, item.tools)),
        "unavailable": item.unavailable,
        "fault": item.fault,
        "seconds": item.live.seconds if item.live else None,
        "memory_mib": round(item.live.memory_mib, 1)
        if item.live and item.live.memory_mib is not None
        else None,
    }


def _known_servers(file: Path | None) -> dict[str, AnyServer]:
    """The servers of the pool and of the user's own file, by id. Raises UsageError."""
    return {**server_pool(), **AddedServers.read(file).servers}


def _select(ids: Sequence[str], known: Mapping[str, AnyServer]) -> list[AnyServer]:
    for name in ids:
        if name not in known:
            raise UsageError(f"there is no server {name!r} in the pool", hint=f"servers: {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(ids)]


def _print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, indent=2) + "\n")
