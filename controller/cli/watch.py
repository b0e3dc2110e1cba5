"""`testbed guest list|view|screenshot|shell|console|logs|start`: work with running guests by hand."""

from __future__ import annotations

import json
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text
from typer.core import TyperCommand

from controller.cli import common
from controller.core.plain_text import plain_text
from controller.core.texts import shorten
from controller.guests.link import access as guest_access
from controller.guests.link.access import GuestAccess, connect_guest, find_access, list_accesses
from controller.guests.link.console import follow as follow_console
from controller.guests.link.diagnostics import used_mib
from controller.guests.network_access import CLOSED
from controller.results.text_table import make_table
from testbed.command import command
from testbed.errors import GuestError, UsageError

if TYPE_CHECKING:
    from controller.guests.link.ssh_guest import SshGuest

app = typer.Typer()

POLL_SECONDS = 0.3
HEARTBEAT_SECONDS = 5.0

UNITS = {
    "mcp": ("_SYSTEMD_USER_UNIT=testbed-mcp.service",),
    "x": ("_SYSTEMD_UNIT=xserver.service",),
    "desktop": (
        "_SYSTEMD_UNIT=desktop.service",
        "_SYSTEMD_USER_UNIT=gnome-session-manager@gnome.service",
        "_SYSTEMD_USER_UNIT=org.gnome.Shell@x11.service",
    ),
}
"""Journal matches of a guest's main parts, by short name."""

Name = Annotated[
    str | None,
    typer.Argument(
        metavar="NAME",
        help="A running guest; optional when only one is running.",
        show_default=False,
    ),
]


class WithCommand(TyperCommand):
    """A command that stores the words after `--` in the context's `obj`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        own, after = (args[: args.index("--")], args[args.index("--") + 1 :]) if "--" in args else (args, [])
        ctx.obj = after
        return super().parse_args(ctx, own)


@app.command("list")
def list_guests(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List all guests that run on this host, whichever process started them."""
    running = list_accesses()
    with ThreadPoolExecutor(max(1, len(running))) as pool:
        used = list(pool.map(_memory, running))
    if as_json:
        rows = [_describe(access, memory) for access, memory in zip(running, used, strict=True)]
        sys.stdout.write(json.dumps(rows, indent=2) + "\n")
        return
    if not running:
        common.out.print("no guest is running")
        return
    columns = ("name", "provider", "up since", "memory, MiB", "owner", "doing")
    table = make_table(*columns, texts=("provider", "up since", "doing"))
    for access, memory in zip(running, used, strict=True):
        since = datetime.fromtimestamp(access.started_at)
        limit = f" of {access.memory_mib}" if access.memory_mib else ""
        cells = (
            access.name,
            access.provider,
            f"{since:%H:%M:%S}" if since.date() == datetime.now().date() else f"{since:%Y-%m-%d %H:%M}",
            f"{'?' if memory is None else memory}{limit}",
            str(access.owner_pid),
            access.doing or "ready",
        )
        table.add_row(*(Text(plain_text(cell)) for cell in cells))
    common.out.print(table)


@app.command()
def start(
    provider: common.ProviderName = "",
    network: common.Network = CLOSED,
    screen: common.Screen = "",
    scale: common.Scale = 1,
    task: Annotated[str, typer.Option("--task", metavar="TASK", help="Run the set-up of this task.")] = "",
) -> None:
    """Start a guest to work with by hand; it runs until Ctrl-C."""
    from controller.tasks.selection import Selection, select_tasks, tasks_root

    tasks = select_tasks(Selection(globs=(task,), limit=1), tasks_root()) if task else []
    with (
        suppress(KeyboardInterrupt),
        common.provider_named(provider, network=network, screen=screen, scale=scale) as guest_provider,
    ):
        guest = guest_provider.start()
        for item in tasks:
            item.set_up(guest, threading.Event())
        guest_access.set_activity(guest.name, f"started by hand{f', {tasks[0].id}' if tasks else ''}")
        common.out.print(f"{guest.name} runs until Ctrl-C")
        for use, what in (("view", "its screen, live"), ("shell", "a shell"), ("logs", "its journal")):
            common.out.print(f"  {command(f'guest {use} {guest.name}')}  ({what})", soft_wrap=True)
        while True:
            time.sleep(HEARTBEAT_SECONDS)
            guest.run(["true"])


@app.command()
def screenshot(
    name: Name = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="By default NAME.png.", show_default=False),
    ] = None,
) -> None:
    """Write a screenshot of a guest to a PNG file."""
    access = find_access(name)
    with _connect(access) as guest:
        result = guest.call_tool("computer.screenshot")
    if result.is_error or not result.images:
        raise GuestError(f"no screenshot of {access.name}: {result.text}")
    path = output or Path(f"{access.name}.png")
    try:
        path.write_bytes(result.images[0])
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error}", hint="use another file: -o FILE") from error
    common.out.print(f"wrote {path}", markup=False, soft_wrap=True)


@app.command(cls=WithCommand)
def shell(
    context: typer.Context,
    name: Name = None,
    as_user: Annotated[
        bool, typer.Option("--user", help="Run as the desktop's user in its session instead of root.")
    ] = False,
) -> None:
    """Open a shell in a guest, or run a command: testbed guest shell NAME -- COMMAND."""
    from controller.guests.link.terminal import interact, own_terminal

    access = find_access(name)
    command = list(context.obj or ())
    terminal = own_terminal()
    with (
        _connect(access) as guest,
        closing(
            guest.open_stream(command or ["bash", "--login"], as_user=as_user, terminal=terminal)
        ) as channel,
    ):
        code = interact(channel, terminal=terminal is not None)
    if code < 0:
        raise GuestError(f"the connection to {access.name} broke")
    raise typer.Exit(code)


@app.command()
def console(
    name: Name = None,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Follow until the guest stops.")] = False,
    lines: Annotated[
        int, typer.Option("--lines", "-n", metavar="N", min=0, help="Show the last N lines.")
    ] = 50,
) -> None:
    """Print the console output of a guest's kernel and systemd."""
    access = find_access(name)
    if not access.console_log:
        raise UsageError(
            f"{access.name} has no console log: the provider {access.provider} has no access to it",
            hint=f"read its journal: {command(f'guest logs {access.name}')}",
        )
    with _connect(access) as guest:
        text = guest.console_tail(lines) if lines else ""
    if text:
        _print(text)
    if follow:
        with suppress(KeyboardInterrupt):
            for added in follow_console(Path(access.console_log), POLL_SECONDS, lambda: _runs(access)):
                _print(added)


@app.command()
def logs(
    name: Name = None,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Follow until Ctrl-C.")] = False,
    unit: Annotated[
        list[str] | None,
        typer.Option("--unit", metavar="U", help=f"{', '.join(UNITS)} or a unit; repeatable."),
    ] = None,
    lines: Annotated[
        int, typer.Option("--lines", "-n", metavar="N", min=0, help="Show the last N lines.")
    ] = 100,
) -> None:
    """Print a guest's journal: of its MCP server, X server and desktop, or of the given units."""
    access = find_access(name)
    command = [
        "journalctl",
        "--boot",
        "--no-pager",
        "--output=short-iso",
        f"--lines={lines}",
        *_matches(unit),
    ]
    with _connect(access) as guest:
        if not follow:
            _print(guest.run(command).text.rstrip("\n"))
            return
        following = f"{shlex.join([*command, '--follow'])} & cat >/dev/null; kill $!"
        with suppress(KeyboardInterrupt), closing(guest.open_stream(["sh", "-c", following])) as channel:
            rest = b""
            while data := channel.recv(1 << 16):
                whole, newline, rest = (rest + data).rpartition(b"\n")
                if newline:
                    _print(whole.decode("utf-8", "replace"))
            raise GuestError(f"the connection to {access.name} broke")


@app.command()
def view(
    name: Name = None,
    port: Annotated[
        int,
        typer.Option("--port", metavar="PORT", min=0, max=65535, help="Port of the page; 0: any free port."),
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    view_only: Annotated[bool, typer.Option("--view-only", help="Ignore keyboard and mouse input.")] = False,
) -> None:
    """Show a guest's screen live, in a browser page and for VNC clients, until Ctrl-C or the guest stops.

    Both listen on this host's loopback and require a one-time password; after its use the next one is printed.
    """
    from controller.core.loopback import listener
    from controller.guests.watching.command import show_view

    access = find_access(name)
    with _connect(access) as guest, listener(port) as page, listener(0) as clients:
        guest.ssh.connect()
        show_view(
            guest,
            page,
            clients,
            lambda: _runs(access),
            browser=browser,
            view_only=view_only,
            console=common.out,
        )


def _matches(units: list[str] | None) -> list[str]:
    """Return the journal matches of the units; one unit is matched as a system and as a user unit."""
    fields: list[str] = []
    for unit in units or list(UNITS):
        full = unit if "." in unit else f"{unit}.service"
        fields += UNITS.get(unit) or (f"_SYSTEMD_UNIT={full}", f"_SYSTEMD_USER_UNIT={full}")
    return [word for field in fields for word in (field, "+")][:-1]


def _runs(access: GuestAccess) -> bool:
    return any(
        other.started_at == access.started_at for other in list_accesses() if other.name == access.name
    )


@contextmanager
def _connect(access: GuestAccess) -> Iterator[SshGuest]:
    guest = connect_guest(access)
    try:
        yield guest
    finally:
        guest.disconnect()


def _memory(access: GuestAccess) -> int | None:
    """Return the memory of a guest's processes in MiB; None when it does not respond."""
    try:
        with _connect(access) as guest:
            return used_mib(guest)
    except GuestError:
        return None


def _describe(access: GuestAccess, memory: int | None) -> dict[str, object]:
    return {
        "name": access.name,
        "provider": access.provider,
        "image": access.image,
        "started_at": datetime.fromtimestamp(access.started_at).astimezone().isoformat(timespec="seconds"),
        "memory_mib": memory,
        "memory_limit_mib": access.memory_mib or None,
        "doing": access.doing,
        "owner_pid": access.owner_pid,
        "owner": _command_line(access.owner_pid),
    }


def _command_line(pid: int) -> str:
    """Return the command line of a process, shortened."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace").split("\0")[:-1]
    except OSError:
        return ""
    if len(words) > 1 and Path(words[0]).name.startswith("python") and not words[1].startswith("-"):
        words = words[1:]
    text = shlex.join([Path(words[0]).name, *words[1:]]) if words else ""
    return shorten(text, 80)


def _print(text: str) -> None:
    sys.stdout.write("\n".join(plain_text(line) for line in text.splitlines()) + "\n")
    sys.stdout.flush()
