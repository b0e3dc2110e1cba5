"""The nodes of a cluster: what each offers, and which of them a run uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.guests.cluster.offer import GUEST, IMAGE, KVM, PROVIDER
from testbed.errors import UsageError

HEAD = "node:__internal_head__"
"""Ray's own resource of the head."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the cluster, as Ray lists it.

    Attributes:
        id: Ray's id of the node.
        address: Its address.
        host: Its host name.
        slots: Its guest slots; 0 for a node that was not started by `testbed node start`.
        provider: Name of the provider of its guests; "" without slots.
        image_hash: Hash of their image; "" without slots.
        kvm: Whether they run under KVM.
        head: Whether it is the cluster's head.
    """

    id: str
    address: str
    host: str
    slots: int = 0
    provider: str = ""
    image_hash: str = ""
    kvm: bool = False
    head: bool = False

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Node:
        """Return an entry of `ray.nodes()`."""
        resources: Mapping[str, float] = entry["Resources"]
        return cls(
            entry["NodeID"],
            entry["NodeManagerAddress"],
            entry["NodeManagerHostname"],
            int(resources.get(GUEST, 0)),
            _resource_value(resources, PROVIDER),
            _resource_value(resources, IMAGE),
            KVM in resources,
            HEAD in resources,
        )

    @property
    def title(self) -> str:
        """The node's name and address, for people."""
        return f"{self.host} ({self.address})"


def _resource_value(resources: Iterable[str], prefix: str) -> str:
    return next((name.removeprefix(prefix) for name in sorted(resources) if name.startswith(prefix)), "")


@dataclass(frozen=True, slots=True)
class Choice:
    """The provider and the image of a run's guests, the nodes that have them, and why the others are not used."""

    provider: str
    image_hash: str
    nodes: tuple[Node, ...]
    unused: Mapping[str, str]

    @property
    def slots(self) -> int:
        """The number of guest slots of the nodes."""
        return sum(node.slots for node in self.nodes)


def choose(nodes: Sequence[Node], provider: str = "", image_hash: str = "") -> Choice:
    """Choose the nodes that a run uses: those of one provider and one image.

    Args:
        nodes: The living nodes.
        provider: The provider of the guests; "" for that of most slots.
        image_hash: The image of the guests; "" for that of most slots.

    Raises:
        UsageError: No node offers such guests.
    """
    offering = [node for node in nodes if node.slots]
    if not offering:
        raise UsageError(
            f"none of the cluster's {len(nodes)} nodes offers a guest slot",
            hint="run `testbed node start --address HOST:PORT` on each machine that runs guests",
        )
    of_provider = [node for node in offering if provider in ("", node.provider)]
    if not of_provider:
        others = ", ".join(sorted({node.provider for node in offering}))
        raise UsageError(
            f"no node of the cluster offers guests of the provider {provider}, only {others}",
            hint="choose one of these with --provider, or start nodes with that one",
        )
    chosen = provider or _most(of_provider, "provider")
    of_provider = [node for node in of_provider if node.provider == chosen]
    of_image = [node for node in of_provider if image_hash in ("", node.image_hash)]
    if not of_image:
        others = ", ".join(sorted({node.image_hash[:12] for node in of_provider}))
        raise UsageError(
            f"no node of the cluster has the image {image_hash[:12]}, only {others}",
            hint="copy it to a node from a host that has it: `testbed image push NODE`",
        )
    image = image_hash or _most(of_image, "image_hash")
    used = tuple(node for node in of_image if node.image_hash == image)
    unused = {node.id: _unsuitable_reason(node, chosen, image) for node in nodes if node not in used}
    return Choice(chosen, image, used, unused)


def find_node(nodes: Sequence[Node], name: str) -> Node:
    """Return the node of that host name, address or beginning of an id. Raises UsageError."""
    named = [node for node in nodes if name in (node.host, node.address)]
    named = named or [node for node in nodes if node.id.startswith(name)]
    if len(named) != 1:
        known = ", ".join(node.address for node in (named or nodes))
        what = "several nodes are" if named else "the cluster has no node"
        raise UsageError(f"{what} {name}", hint=f"name one by its address: {known}")
    return named[0]


def find_image_node(nodes: Sequence[Node], hashes: Collection[str]) -> Node:
    """Return a node with one of these images. Raises UsageError."""
    for node in nodes:
        if node.slots and node.image_hash in hashes:
            return node
    offered = ", ".join(sorted({node.image_hash[:12] for node in nodes if node.slots})) or "none"
    raise UsageError(
        f"no node has an image that this host's testbed boots; the cluster's: {offered}",
        hint="install the same version of testbed here, or build the image: `testbed image build`",
    )


def _most(nodes: Sequence[Node], field: str) -> str:
    """The value of a field that most slots have; of several the first in order."""
    slots: Counter[str] = Counter()
    for node in nodes:
        slots[getattr(node, field)] += node.slots
    return min(slots, key=lambda value: (-slots[value], value))


def _unsuitable_reason(node: Node, provider: str, image_hash: str) -> str:
    if not node.slots:
        return "offers no guest slot"
    if node.provider != provider:
        return f"its guests are of the provider {node.provider}, the run's of {provider}"
    return (
        f"its image is {node.image_hash[:12]}, the run's {image_hash[:12]}: "
        f"`testbed image push {node.address}` on a host with that image copies it there"
    )
