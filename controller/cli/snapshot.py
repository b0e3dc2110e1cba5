"""`testbed snapshot`: memory snapshots of virtual machines."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from controller.applications.registry import SNAPSHOTS
from controller.cli import common
from controller.guests.provider import DESKTOP, HEADLESS
from controller.results.text_table import make_table
from controller.runs.guest_options import guest_options
from testbed.command import command
from testbed.errors import UsageError

if TYPE_CHECKING:
    from controller.guests.libvirt.provider import LibvirtProvider

app = typer.Typer(help="Create, list and delete memory snapshots of virtual machines.", no_args_is_help=True)

NAMES = (DESKTOP, HEADLESS, *SNAPSHOTS)
Names = Annotated[list[str] | None, typer.Argument(metavar="NAME", help=f"Snapshots: {', '.join(NAMES)}.")]


@app.command()
def create(
    names: Names = None,
    every: Annotated[bool, typer.Option("--all", help="All snapshots that do not exist yet.")] = False,
    screen: common.Screen = "",
    scale: common.Scale = 1,
) -> None:
    """Create snapshots: `desktop` (the session is up), `headless` (without it), or an application open and idle.

    Existing ones are kept.
    """
    selected = NAMES if every else tuple(names or ())
    if not selected:
        raise UsageError("no snapshot name given", hint=f"use one or more of {', '.join(NAMES)}, or --all")
    _check(selected)
    with _provider(screen, scale) as provider:
        for name in selected:
            began = time.monotonic()
            exists = name in provider.store.names()
            common.err.print(f"{name}: {'exists' if exists else 'creating'}")
            snapshot = provider.create_snapshot(name)
            if not exists:
                size = snapshot.size_bytes / 2**20
                common.err.print(f"{name}: created in {time.monotonic() - began:.0f} s, {size:.0f} MiB")


@app.command("list")
def list_made(screen: common.Screen = "", scale: common.Scale = 1) -> None:
    """List the snapshots of the current image for machines with this screen and otherwise default options."""
    with _provider(screen, scale) as provider:
        table = make_table("snapshot", "based on", "size", "took", "created")
        for snapshot in provider.store.all():
            record = snapshot.record
            size = f"{snapshot.size_bytes / 2**20:.0f} MiB"
            table.add_row(
                record.name, record.parent or "the image", size, f"{record.seconds:.0f} s", record.created
            )
        common.out.print(
            table
            if table.row_count
            else f"no snapshot yet; create one with `{command('snapshot create desktop')}`"
        )


@app.command()
def delete(names: Names, screen: common.Screen = "", scale: common.Scale = 1) -> None:
    """Delete snapshots and those based on them."""
    if not names:
        raise UsageError("no snapshot name given", hint=f"list them with `{command('snapshot list')}`")
    _check(names)
    with _provider(screen, scale) as provider:
        for name in names:
            for deleted in provider.store.delete(name):
                common.out.print(f"deleted {deleted}")


def _check(names: tuple[str, ...] | list[str]) -> None:
    for name in names:
        if name not in NAMES:
            raise common.invalid_value("NAME", name, NAMES)


@contextmanager
def _provider(screen: str, scale: int) -> Iterator[LibvirtProvider]:
    from controller.guests.libvirt.provider import LibvirtProvider
    from vm_images.image import find_image

    provider = LibvirtProvider(find_image(), guest_options("", screen=screen, scale=scale))
    try:
        yield provider
    finally:
        provider.close()
