"""Where the guests of a run are: on this host or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from controller.agents.registry import load_agent
from controller.guests.provider import GuestOptions, Provider
from controller.guests.registry import check_name, create_provider
from controller.records.run_options import ModelCalls
from testbed.errors import UsageError


@dataclass(frozen=True, slots=True)
class Placement:
    """Where guests run: `cluster` is an address, "" for this host. `guests` is None for all slots of the cluster."""

    cluster: str
    guests: int | None

    @property
    def private(self) -> bool:
        """Whether the cluster is this host's own, for this run alone."""
        return self.cluster == "local"


def on_cluster(address: str, guests: int | None) -> Placement:
    """Return a placement on a cluster. Raises UsageError for what is no address, and when Ray is not installed."""
    from controller.guests.cluster.connection import load_ray, parse_address

    parsed = parse_address(address)
    load_ray()
    return Placement(parsed, guests)


def refuse_person(agent: str, placement: Placement) -> None:
    """Raise UsageError for an agent that is a person, at a guest of a cluster or at several guests."""
    if not load_agent(agent).is_person:
        return
    if placement.cluster:
        raise UsageError(
            f"the agent {agent} needs a guest of this host, whose screen it can open",
            hint="run it without a cluster",
        )
    if placement.guests != 1:
        raise UsageError(
            f"the agent {agent} uses one guest at a time", hint="run it with one guest (--guests 1)"
        )


def check_model_calls(model_calls: ModelCalls, placement: Placement) -> None:
    """Raise UsageError for model calls on the nodes of a run that has none."""
    if model_calls == "node" and not placement.cluster:
        raise UsageError(
            "model calls can be made on nodes only in a run on a cluster",
            hint="name the cluster (--cluster), or leave --model-calls out",
        )


@contextmanager
def open_provider(
    placement: Placement,
    provider: str,
    options: GuestOptions,
    *,
    image_hash: str = "",
    run: str = "",
    on_unused: Callable[[str], None] = lambda _line: None,
) -> Iterator[tuple[Provider, int]]:
    """Yield the provider of a run's guests and how many run at the same time; stop all guests at the end.

    Args:
        placement: Where the guests run.
        provider: Name of the provider; "" for the default of this host, or of the cluster's nodes.
        options: The guests, see `guest_options`.
        image_hash: On a cluster: the image of the guests; "" for that of most slots.
        run: On a cluster: the run, as nodes list it.
        on_unused: Called for each node of the cluster that is not used, with its name and the reason.

    Raises:
        UsageError: There is no such provider or cluster, or it cannot run here.
        ImageError: There is no guest image.
        GuestBootError: No node of the cluster has room.
    """
    if not placement.cluster:
        with closing(create_provider(provider, options)) as guest_provider:
            yield guest_provider, placement.guests or 1
        return
    from controller.guests.cluster.connection import join_cluster
    from controller.guests.cluster.nodes import choose
    from controller.guests.cluster.offer import NodeOffer, make_offer
    from controller.guests.cluster.provider import ClusterProvider

    def offer() -> NodeOffer:
        with closing(create_provider(check_name(provider, options.profile), options)) as own:
            return make_offer(own, placement.guests)

    with join_cluster(placement.cluster, offer) as cluster:
        nodes = cluster.nodes()
        choice = choose(nodes, "" if placement.private else provider, image_hash)
        for node in nodes:
            if reason := choice.unused.get(node.id):
                on_unused(f"node {node.title} is not used: {reason}")
        with closing(ClusterProvider(cluster, choice, options, run)) as remote:
            yield remote, placement.guests or choice.slots
