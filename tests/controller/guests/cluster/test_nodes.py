"""Which nodes a run uses, and what a host offers."""

from __future__ import annotations

import pytest

from controller.guests.cluster.nodes import Node, choose, find_image_node, find_node
from controller.guests.cluster.offer import NodeOffer, make_offer, slot_resources
from controller.guests.fake.provider import FakeProvider
from testbed.errors import UsageError


def node(name: str, slots: int = 2, provider: str = "nspawn", image: str = "a" * 64) -> Node:
    return Node(name, f"10.0.0.{len(name)}", name, slots, provider if slots else "", image if slots else "")


def test_a_node_is_read_from_what_it_announces() -> None:
    entry = {
        "NodeID": "f00",
        "NodeManagerAddress": "10.0.0.1",
        "NodeManagerHostname": "lab1",
        "Resources": {"CPU": 4.0, **NodeOffer("libvirt", "ab12", 3, kvm=True).resources},
    }
    assert Node.of(entry) == Node("f00", "10.0.0.1", "lab1", 3, "libvirt", "ab12", True)
    plain = Node.of(entry | {"Resources": {"CPU": 4.0}})
    assert (plain.slots, plain.provider, plain.image_hash, plain.kvm) == (0, "", "", False)


def test_a_slot_takes_one_of_each_resource_that_a_node_announces() -> None:
    taken = slot_resources("nspawn", "ab12")
    offered = NodeOffer("nspawn", "ab12", 5).resources
    assert taken.keys() == offered.keys()
    assert {offered[name] / amount for name, amount in taken.items()} == {5.0}


def test_a_host_without_slots_announces_nothing() -> None:
    assert NodeOffer("nspawn", "ab12", 0).resources == {}


def test_a_host_offers_what_it_is_told_or_what_fits() -> None:
    assert make_offer(FakeProvider(), 7) == NodeOffer("fake", "fake-1", 7)
    assert make_offer(FakeProvider()).slots >= 1

    class Huge(FakeProvider):
        @property
        def guest_memory_mib(self) -> int:
            return 2**30

    with pytest.raises(UsageError, match=r"MiB of memory left; a guest takes 1073741824"):
        make_offer(Huge())


def test_the_image_of_most_slots_is_used_and_the_other_nodes_say_why_not() -> None:
    nodes = [
        node("few", image="b" * 64),
        node("many", slots=3),
        node("head", slots=0),
        node("vm", 1, "libvirt"),
    ]
    choice = choose(nodes)
    assert (choice.provider, choice.image_hash, choice.slots) == ("nspawn", "a" * 64, 3)
    assert [used.id for used in choice.nodes] == ["many"]
    assert choice.unused["head"] == "offers no guest slot"
    assert (
        "its image is bbbbbbbbbbbb, the run's aaaaaaaaaaaa: `testbed image push 10.0.0.3`"
        in choice.unused["few"]
    )
    assert "of the provider libvirt, the run's of nspawn" in choice.unused["vm"]


def test_a_resumed_run_keeps_its_image() -> None:
    nodes = [node("few", slots=1, image="b" * 64), node("many", slots=3)]
    assert choose(nodes, "nspawn", "b" * 64).slots == 1
    with pytest.raises(
        UsageError, match="no node of the cluster has the image cccccccccccc, only aaaa"
    ) as error:
        choose(nodes, "nspawn", "c" * 64)
    assert "image push" in error.value.hint


@pytest.mark.parametrize(
    ("nodes", "provider", "message"),
    [
        ([], "", "none of the cluster's 0 nodes offers a guest slot"),
        ([node("head", slots=0)], "", "none of the cluster's 1 nodes offers a guest slot"),
        (
            [node("one")],
            "libvirt",
            "no node of the cluster offers guests of the provider libvirt, only nspawn",
        ),
    ],
)
def test_a_cluster_without_fitting_slots_is_refused(nodes: list[Node], provider: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as error:
        choose(nodes, provider)
    assert error.value.hint


def test_a_node_is_found_by_name_address_or_id() -> None:
    nodes = [node("abc"), node("abcd")]
    assert [find_node(nodes, name).id for name in ("abc", "10.0.0.4")] == ["abc", "abcd"]
    with pytest.raises(UsageError, match="the cluster has no node lab9") as error:
        find_node(nodes, "lab9")
    assert "10.0.0.3, 10.0.0.4" in error.value.hint


def test_of_nodes_with_one_name_the_address_decides() -> None:
    nodes = [Node("1" * 8, "10.0.0.1", "lab"), Node("2" * 8, "10.0.0.2", "lab")]
    with pytest.raises(UsageError, match="several nodes are lab"):
        find_node(nodes, "lab")
    assert find_node(nodes, "10.0.0.2").id == "22222222"


def test_an_image_is_taken_from_a_node_that_has_one_of_use() -> None:
    nodes = [node("few", image="b" * 64), node("many"), node("none", slots=0)]
    assert find_image_node(nodes, ["a" * 64]).id == "many"
    with pytest.raises(UsageError, match="the cluster's: aaaaaaaaaaaa, bbbbbbbbbbbb"):
        find_image_node(nodes, ["c" * 64])
