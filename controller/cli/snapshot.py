"""`testbed snapshot`: snapshots of virtual machines, and of containers that are frozen."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from controller.applications.registry import SNAPSHOTS
from controller.cli import common
from controller.guests.provider import DESKTOP, HEADLESS, GuestOptions
from controller.guests.snapshot_command import DEFAULT_PROVIDER, snapshot_command
from controller.results.text_table import make_table
from controller.runs.guest_options import guest_options
from testbed.errors import UsageError

if TYPE_CHECKING:
    from controller.guests.snapshots import SnapshotProvider

app = typer.Typer(help="Create, list and delete snapshots of running guests.", no_args_is_help=True)

NAMES = (DESKTOP, HEADLESS, *SNAPSHOTS)
Provider = Annotated[
    str, typer.Option(metavar="NAME", help="Whose guests: libvirt (virtual machines) or frozen (containers).")
]
Names = Annotated[list[str] | None, typer.Argument(metavar="NAME", help=f"Snapshots: {', '.join(NAMES)}.")]


@app.command()
def create(
    names: Names = None,
    every: Annotated[bool, typer.Option("--all", help="All snapshots that do not exist yet.")] = False,
    screen: common.Screen = "",
    scale: common.Scale = 1,
    provider: Provider = DEFAULT_PROVIDER,
) -> None:
    """Create snapshots: `desktop` (the session is up), `headless` (without it), or an application open and idle.

    Existing ones are kept.
    """
    if not names and not every:
        raise UsageError("no snapshot name given", hint=f"use one or more of {', '.join(NAMES)}, or --all")
    _check(names or ())
    with _provider(provider, guest_options("", screen=screen, scale=scale)) as maker:
        for name in maker.can_create if every else names or ():
            began = time.monotonic()
            exists = name in maker.store.names()
            common.err.print(f"{name}: {'exists' if exists else 'creating'}")
            snapshot = maker.create_snapshot(name)
            if not exists:
                size = snapshot.size_bytes / 2**20
                common.err.print(f"{name}: created in {time.monotonic() - began:.0f} s, {size:.0f} MiB")


@app.command("list")
def list_made(
    screen: common.Screen = "", scale: common.Scale = 1, provider: Provider = DEFAULT_PROVIDER
) -> None:
    """List the snapshots of the current image for guests with this screen and otherwise default options."""
    options = guest_options("", screen=screen, scale=scale)
    with _provider(provider, options) as maker:
        table = make_table("snapshot", "based on", "size", "took", "created")
        for snapshot in maker.store.all():
            record = snapshot.record
            size = f"{snapshot.size_bytes / 2**20:.0f} MiB"
            table.add_row(
                record.name, record.parent or "the image", size, f"{record.seconds:.0f} s", record.created
            )
        common.out.print(
            table
            if table.row_count
            else f"no snapshot yet; create one with `{snapshot_command('create', provider, options, DESKTOP)}`"
        )


@app.command()
def delete(
    names: Names = None,
    screen: common.Screen = "",
    scale: common.Scale = 1,
    provider: Provider = DEFAULT_PROVIDER,
) -> None:
    """Delete snapshots and those based on them."""
    options = guest_options("", screen=screen, scale=scale)
    if not names:
        list_them = snapshot_command("list", provider, options)
        raise UsageError("no snapshot name given", hint=f"list them with `{list_them}`")
    _check(names)
    with _provider(provider, options) as maker:
        for name in names:
            for deleted in maker.store.delete(name):
                common.out.print(f"deleted {deleted}")


def _check(names: Sequence[str]) -> None:
    for name in names:
        if name not in NAMES:
            raise common.invalid_value("NAME", name, NAMES)


@contextmanager
def _provider(name: str, options: GuestOptions) -> Iterator[SnapshotProvider]:
    from controller.guests.registry import create_provider
    from controller.guests.snapshots import SnapshotProvider

    provider = create_provider(name, options)
    try:
        if not isinstance(provider, SnapshotProvider):
            raise UsageError(
                f"the provider {name} makes no snapshots", hint="use --provider libvirt or frozen"
            )
        yield provider
    finally:
        provider.close()
