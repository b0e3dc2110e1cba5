"""`testbed node`: this host as a node of a Ray cluster, and the nodes of one."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from controller.cli import common
from controller.core.interrupts import terminate_as_interrupt
from controller.guests.provider import GuestOptions
from controller.guests.registry import check_name, create_provider
from controller.results.text_table import make_table
from testbed.command import command
from testbed.errors import ImageError, UsageError

if TYPE_CHECKING:
    from controller.guests.cluster.nodes import Node
    from controller.guests.cluster.offer import NodeOffer
    from controller.guests.cluster.report import NodeReport

app = typer.Typer(help="Nodes of a Ray cluster that run guests.", no_args_is_help=True)


@app.command()
def start(
    address: Annotated[
        str, typer.Option("--address", metavar="HOST:PORT", help="Head of the cluster to join.")
    ] = "",
    head: Annotated[
        bool, typer.Option("--head", help="Start a cluster, with this host as its head.")
    ] = False,
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="With --head: its port.")] = 6379,
    client_port: Annotated[
        int, typer.Option(metavar="N", min=1024, max=65535, help="With --head: the port for ray://.")
    ] = 10001,
    ip: Annotated[
        str, typer.Option(metavar="IP", help="Address by which the other nodes reach this host.")
    ] = "",
    autoscaling_config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="With --head: file of Ray's cluster launcher, whose autoscaler starts the other nodes.",
            show_default=False,
        ),
    ] = None,
    provider: common.ProviderName = "",
    profile: Annotated[
        str, typer.Option(metavar="NAME", help="Profile of the guests' image; default: any.")
    ] = "",
    max_guests: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Number of guest slots, 0 for none; default: as many as memory and processors allow.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Join a Ray cluster with this host's guest slots and stay until interrupted; then remove all guests."""
    from controller.guests.cluster.connection import load_ray
    from controller.guests.cluster.node_process import NodeOptions, require_head, run_node
    from controller.guests.cluster.token import make_token

    if bool(address) == head:
        raise UsageError("specify what to join, or to be the head", hint="use --address HOST:PORT or --head")
    load_ray()
    if address:
        require_head(address)
    elif token := make_token():
        text = f"{token} is the new cluster's token; copy it to the other nodes and drivers"
        common.err.print(text, markup=False, soft_wrap=True)
    options = NodeOptions(address, port, client_port, ip, autoscaling_config)

    def make_offer(new_profile: str) -> NodeOffer:
        try:
            return _offer(provider, new_profile or profile, max_guests)
        except ImageError as error:
            if not address:
                raise
            fetch = command(f"image pull --cluster {address}")
            raise ImageError(error.message, hint=f"{error.hint}; or copy the cluster's: {fetch}") from error

    def print_joined(offer: NodeOffer) -> None:
        offers = (
            f"{offer.slots} guest slot(s), provider {offer.provider}, image {offer.image_hash[:12]}"
            if offer.slots
            else "no guest slot"
        )
        joined = f"joined {options.joins}" if address else f"head of a cluster at {options.joins}"
        common.err.print(f"{joined}: {offers}", markup=False, soft_wrap=True)

    def print_left(reason: str) -> None:
        common.err.print(f"left the cluster: {reason}", markup=False, soft_wrap=True)

    with terminate_as_interrupt():
        run_node(options, make_offer, print_joined, print_left)


def _offer(provider: str, profile: str, max_guests: int | None) -> NodeOffer:
    from controller.guests.cluster.offer import NodeOffer, make_offer

    if max_guests == 0:
        return NodeOffer("", "", 0)
    guest_provider = create_provider(check_name(provider, profile), GuestOptions(profile=profile))
    try:
        return make_offer(guest_provider, max_guests)
    finally:
        guest_provider.close()


@app.command("list")
def list_nodes(
    cluster: Annotated[
        str,
        typer.Option("--cluster", metavar="ADDRESS", help="The cluster: auto, HOST:PORT or ray://HOST:PORT."),
    ] = "auto",
    as_json: common.Json = False,
) -> None:
    """Show the nodes of a cluster: slots, image, load, guests and last error."""
    from controller.guests.cluster.connection import join_cluster, parse_address
    from controller.guests.cluster.nodes import choose
    from controller.guests.cluster.offer import NodeOffer

    address = parse_address(cluster)
    if address == "local":
        raise UsageError("a private cluster lasts as long as its run", hint="name another with --cluster")
    with join_cluster(address, lambda: NodeOffer("", "", 0)) as connection:
        nodes = connection.nodes()
        reports = connection.reports(nodes)
        try:
            unused = choose(nodes).unused
        except UsageError:
            unused = {node.id: "offers no guest slot" for node in nodes}
    rows = [_row(node, reports[node.id], unused.get(node.id, "")) for node in nodes]
    if as_json:
        common.print_json(rows)
        return
    columns = ("node", "slots", "in use", "provider", "image", "load", "guests", "remarks")
    table = make_table(*columns, texts=("node", "provider", "image", "load", "guests", "remarks"))
    for row in rows:
        remarks = [row["unused"], row["problem"], row["last_error"] and f"last error: {row['last_error']}"]
        table.add_row(
            f"{row['host']} ({row['address']})",
            str(row["slots"]),
            str(len(row["guests"])),
            row["provider"] + (" kvm" if row["kvm"] else ""),
            row["image_hash"][:12],
            "" if row["load"] is None else f"{row['load']:.1f} of {row['processors']}",
            ", ".join(guest["guest"] or "(booting)" for guest in row["guests"]),
            "; ".join(filter(None, remarks)),
        )
    common.out.print(table)


def _row(node: Node, report: NodeReport | str, unused: str) -> dict[str, Any]:
    row: dict[str, Any] = {
        **asdict(node),
        "testbed": "",
        "python": "",
        "load": None,
        "processors": None,
        "memory_mib": None,
        "guests": [],
        "last_error": "",
        "unused": unused,
        "problem": "",
    }
    if isinstance(report, str):
        return row | {"problem": report}
    return row | {
        "testbed": report.testbed,
        "python": report.python,
        "load": report.load,
        "processors": report.processors,
        "memory_mib": report.memory_mib,
        "guests": [
            {"guest": slot.guest, "run": slot.run, "since": slot.since, "pid": slot.pid}
            for slot in report.slots
        ],
        "last_error": report.last_error,
    }
