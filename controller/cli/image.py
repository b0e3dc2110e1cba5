"""`testbed image`: the guest images on this host."""

from __future__ import annotations

import json
import math
from contextlib import AbstractContextManager, closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.cli import common
from controller.results.text_table import make_table
from testbed.command import command
from testbed.errors import UsageError

if TYPE_CHECKING:
    from controller.guests.cluster.connection import Cluster as Connection

app = typer.Typer(help="Build, list, show, copy and prune guest images.", no_args_is_help=True)

FORMATS = ("layers", "qcow2")
PROGRESS_CHUNKS = 64
MANY_OLD_IMAGES = 5
"""With more old images than this, a build mentions `testbed image prune`."""

Profile = Annotated[
    str | None, typer.Option("--profile", metavar="NAME", help="Image profile, such as debian-12.")
]
Cluster = Annotated[
    str,
    typer.Option("--cluster", metavar="ADDRESS", help="The cluster: auto, HOST:PORT or ray://HOST:PORT."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print what would be removed, without removing it.")]


@app.command()
def build(
    profile: Profile = None,
    image_format: Annotated[
        str, typer.Option("--format", metavar="F", help=f"Image format: {' or '.join(FORMATS)}.")
    ] = "layers",
    fonts: Annotated[
        str,
        typer.Option(
            "--fonts",
            metavar="DIR",
            help="Also the fonts of a folder, from now on in every image of the named profile; none removes them.",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Build the guest image, or the layers that changed; requires root. qcow2 adds a disk for virtual machines."""
    from vm_images.build import build_image
    from vm_images.disk import build_disk
    from vm_images.prune import old_images

    if image_format not in FORMATS:
        raise common.invalid_value("--format", image_format, FORMATS)
    if fonts:
        _set_fonts(profile, fonts)
    image = build_image(profile, _progress)
    if image_format == "qcow2":
        build_disk(image, _progress)
    common.out.print(f"image {image.name} is ready ({image.hash[:12]})")
    if (number := len(old_images())) > MANY_OLD_IMAGES:
        common.out.print(f"{number} images are outdated; remove them with `{command('image prune')}`")


@app.command("list")
def list_built(as_json: common.Json = False) -> None:
    """List the images built on this host."""
    from vm_images.image import list_images, read_manifest

    manifests = [read_manifest(image.manifest) for image in list_images()]
    if as_json:
        common.print_json([manifest.model_dump(exclude={"versions"}) for manifest in manifests])
        return
    table = make_table("image", "profile", "size", "built")
    for manifest in manifests:
        table.add_row(manifest.name, manifest.profile, _size(manifest.size_bytes), manifest.built_at)
    common.out.print(table if table.row_count else f"no image yet; build one with `{command('image build')}`")


@app.command()
def status(profile: Profile = None, as_json: common.Json = False) -> None:
    """Show which layers of the current image are built, and how long building the others is expected to take.

    Exit code 0: the image can be booted; 1: it must be built.
    """
    from vm_images.status import about, image_status

    current = image_status(profile)
    if as_json:
        common.print_json(asdict(current))
    else:
        common.out.print(f"image {current.name}: {'ready' if current.ready else 'not built'}", soft_wrap=True)
        table = make_table("layer", "status", "expected time")
        for layer in current.layers:
            time = "-" if layer.built else about(layer.expected_seconds)
            table.add_row(layer.folder, "built" if layer.built else "to build", time)
        common.out.print(table)
    if not current.ready:
        raise typer.Exit(1)


@app.command()
def recipe(profile: Profile = None) -> None:
    """Print the commands of a build and their environments, without running them."""
    from vm_images.layers import render
    from vm_images.profile import choose_profile, load_profile

    chosen = load_profile(profile) if profile else choose_profile()[0]
    common.out.print(render(chosen), markup=False, soft_wrap=True, end="")


@app.command()
def show(profile: Profile = None) -> None:
    """Show the manifest of the current image and the digests of its layers' contents."""
    from vm_images.image import content_digests, find_image, read_manifest

    image = find_image(profile)
    description = {"content": content_digests(image), **read_manifest(image.manifest).model_dump()}
    common.out.print(json.dumps(description, indent=2), markup=False, soft_wrap=True)


@app.command()
def push(
    node: Annotated[
        str, typer.Argument(metavar="NODE", help="Name, address or id, as `node list` shows them.")
    ],
    cluster: Cluster = "auto",
    profile: Profile = None,
) -> None:
    """Copy this host's image to a node of a Ray cluster, which then offers it; requires root here and there.

    Repeat a copy that was cut off: what has arrived is not sent again.
    """
    from controller.guests.cluster.image_transfer import NodeImages, OwnImage, transfer
    from controller.guests.cluster.nodes import find_node
    from vm_images.image import find_image

    image = find_image(profile)
    with _join(cluster) as connection:
        target = find_node(connection.nodes(), node)
        with connection.image_agent(target) as agent:
            name, sent = transfer(OwnImage(image, _progress), NodeImages(agent.ask), _chunk_progress)
    _print_copied(name, sent, f"on {target.title}")
    if target.head:
        _progress(
            "the head goes on with its present image; restart its `testbed node start` when no run uses it"
        )
    else:
        _progress("the node joins again with it as soon as none of its slots is in use")


@app.command()
def pull(
    node: Annotated[
        str, typer.Argument(metavar="[NODE]", help="The node; default: any whose image this host boots.")
    ] = "",
    cluster: Cluster = "auto",
    profile: Profile = None,
) -> None:
    """Copy the image of a Ray cluster's node to this host, which need not be a node; requires root here and there.

    Repeat a copy that was cut off: what has arrived is not sent again.
    """
    from controller.guests.cluster.image_transfer import NodeImage, OwnImages, transfer
    from controller.guests.cluster.nodes import find_image_node, find_node
    from vm_images.archive import current_hashes
    from vm_images.profile import profile_names

    hashes = current_hashes([profile] if profile else profile_names()).values()
    with _join(cluster) as connection:
        nodes = connection.nodes()
        source = find_image_node([find_node(nodes, node)] if node else nodes, list(hashes))
        with connection.image_agent(source) as agent, closing(OwnImages(_progress)) as own:
            name, sent = transfer(NodeImage(agent.ask, source.image_hash), own, _chunk_progress)
    _print_copied(name, sent, f"from {source.title}")


@app.command()
def prune(
    dry_run: DryRun = False,
    when_free_below: Annotated[
        float,
        typer.Option(
            "--when-free-below",
            metavar="GB",
            help="Remove nothing while this much disk space is free.",
            show_default=False,
        ),
    ] = math.inf,
) -> None:
    """Remove images, layers and build logs that the recipe no longer uses, and archives of copies; requires root.

    The current image of each profile is kept, and so are images in use.
    """
    from vm_images.prune import prune_images

    pruned = prune_images(_progress, dry_run=dry_run, when_free_below=when_free_below)
    for item in pruned.removed:
        common.out.print(f"{item.kind} {item.name}: {_size(item.size_bytes)}", markup=False)
    for image in pruned.held:
        common.out.print(f"image {image.name} is kept: it is in use", markup=False)
    freed = _size(pruned.freed_bytes)
    if not pruned.removed:
        common.out.print("nothing to remove")
    else:
        common.out.print(f"would free {freed}" if dry_run else f"freed {freed}")


def _join(cluster: str) -> AbstractContextManager[Connection]:
    from controller.guests.cluster.connection import join_cluster, parse_address
    from controller.guests.cluster.offer import NodeOffer

    address = parse_address(cluster)
    if address == "local":
        raise UsageError("a private cluster has no other host", hint="name another with --cluster")
    return join_cluster(address, lambda: NodeOffer("", "", 0))


def _print_copied(name: str, sent: int, where: str) -> None:
    note = "" if sent else "; nothing had to be sent"
    common.out.print(f"image {name} is ready ({where}){note}", markup=False, soft_wrap=True)


def _chunk_progress(there: int, number: int) -> None:
    if there == number or there % PROGRESS_CHUNKS == 0:
        _progress(f"{there} of {number} chunks")


def _set_fonts(profile: str | None, fonts: str) -> None:
    from vm_images.fonts import drop_fonts, keep_fonts
    from vm_images.profile import load_profile

    if not profile:
        raise UsageError("--fonts requires a profile", hint="add --profile, such as --profile osworld")
    load_profile(profile)
    if fonts == "none":
        drop_fonts(profile)
    else:
        number = keep_fonts(profile, Path(fonts))
        common.err.print(f"{number} fonts of {fonts}", markup=False, soft_wrap=True)


def _size(number: int) -> str:
    if number >= 2**30:
        return f"{number / 2**30:.1f} GiB"
    return f"{number / 2**20:.1f} MiB" if number >= 2**20 else f"{number / 2**10:.0f} KiB"


def _progress(line: str) -> None:
    common.err.print(line, markup=False, soft_wrap=True)
