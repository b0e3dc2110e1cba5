"""`testbed image`, `guest` and `doctor`: what concerns this host and its guests."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from controller.commands import common

image_app = typer.Typer(help="Build, list and show guest images.", no_args_is_help=True)
guest_app = typer.Typer(help="Guests on this host.", no_args_is_help=True)

Profile = Annotated[
    str | None, typer.Option("--profile", metavar="NAME", help="A profile, such as debian-12.")
]

STATUS_STYLES = {"ok": "green", "warn": "yellow", "fail": "red"}


@image_app.command()
def build(profile: Profile = None) -> None:
    """Build the guest image, or what of it has changed; needs root."""
    from vm_images.build import build_image

    image = build_image(profile, _progress)
    common.out.print(f"image {image.name} is ready ({image.hash[:12]})")


@image_app.command("list")
def list_built() -> None:
    """List the images built on this host."""
    from vm_images.image import list_images, read_manifest

    table = Table()
    for column in ("image", "profile", "size", "built"):
        table.add_column(column, overflow="fold")
    for image in list_images():
        manifest = read_manifest(image.manifest)
        table.add_row(
            image.name,
            image.profile,
            f"{manifest.size_bytes / 2**30:.1f} GiB",
            str(manifest.built_at),
        )
    common.out.print(table if table.row_count else "no image yet: testbed image build")


@image_app.command()
def show(profile: Profile = None) -> None:
    """Show the manifest of the image that runs would use."""
    from vm_images.image import find_image

    image = find_image(profile)
    common.out.print(image.manifest.read_text(), markup=False, soft_wrap=True)


@guest_app.command()
def cleanup() -> None:
    """Find and remove what crashed controllers left on this host; running guests are not touched."""
    from controller.providers.nspawn_leftovers import remove_leftovers

    removed = remove_leftovers()
    for item in removed:
        common.out.print(f"removed {item.kind} {item.name}", markup=False)
    common.out.print(f"{len(removed)} leftovers removed" if removed else "nothing was left behind")


def doctor() -> None:
    """Say what works on this host, and what to do about the rest. Exit code 1 when something is amiss."""
    from controller.doctor import run_doctor

    findings = run_doctor()
    table = Table()
    for column in ("", "what", "found", "what to do"):
        table.add_column(column, overflow="fold")
    for finding in findings:
        status = Text(finding.status, style=STATUS_STYLES[finding.status])
        table.add_row(status, Text(finding.name), Text(finding.found), Text(finding.remedy))
    common.out.print(table)
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def _progress(line: str) -> None:
    common.err.print(line, markup=False, soft_wrap=True)
