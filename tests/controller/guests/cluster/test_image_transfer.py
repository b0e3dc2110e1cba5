"""Copies of an image between two Ray nodes of this host, each with its own folder of images; the image is small."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.guests.cluster.connection import Cluster, join_cluster
from controller.guests.cluster.image_transfer import NodeImages, OwnImage, OwnImages, transfer
from controller.guests.cluster.node_process import NodeOptions, start_command
from controller.guests.cluster.nodes import Node
from controller.guests.cluster.offer import NodeOffer
from controller.guests.cluster.remote import RemoteActor
from testbed.errors import ImageError, NodeError
from tests.controller.guests.cluster.ray_nodes import RayCluster, environment, two_nodes
from tests.vm_images.fake_image import contents, new_manifest, write_image
from tests.waiting import eventually
from vm_images.archive import CHUNK_BYTES, ArchiveIndex
from vm_images.folders import images_folder
from vm_images.image import Manifest, find_image

SIZE = 3 * CHUNK_BYTES + 1000
Printed = pytest.CaptureFixture[str]
pytestmark = [pytest.mark.slow, pytest.mark.long]


def ignore(_line: str) -> None:
    pass


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of images of the second node."""
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def ray_cluster(elsewhere: Path) -> Iterator[RayCluster]:
    with two_nodes(second_variables={"TESTBED_IMAGES": str(elsewhere)}) as cluster:
        yield cluster


@pytest.fixture
def manifest(
    ray_cluster: RayCluster, elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Manifest]:
    """An image on this host; the second node has none, and joins again after a test that has given it one."""
    joins = ray_cluster.second.output.read_text().count("joined")
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("TESTBED_IMAGES", str(tmp_path / "images"))
    manifest = new_manifest()
    write_image(manifest, SIZE, disk=True)
    shutil.rmtree(elsewhere)
    elsewhere.mkdir()
    yield manifest
    if list(elsewhere.glob("*/manifest.json")):
        ray_cluster.second.wait_for("joined", times=joins + 1)


@pytest.fixture
def cluster(ray_cluster: RayCluster, manifest: Manifest) -> Iterator[Cluster]:
    with join_cluster(ray_cluster.address, lambda: NodeOffer("", "", 0)) as cluster:
        yield cluster


def second(cluster: Cluster) -> Node:
    """The second node, which joins again after it has got an image."""
    nodes = eventually(
        lambda: nodes if len(nodes := cluster.nodes()) == 2 else None, what="two nodes", seconds=90
    )
    [node] = [node for node in nodes if not node.head]
    return node


class Target(NodeImages):
    """A node that notes what is put there, and that something happens to on the way."""

    def __init__(self, agent: RemoteActor, *, damaged: int = 0, cut_at: int = -1) -> None:
        super().__init__(agent.ask)
        self.sent: list[int] = []
        self._agent = agent
        self._damaged = damaged
        self._cut_at = cut_at

    def put(self, number: int, data: bytes) -> None:
        if len(self.sent) == self._cut_at:
            self._agent.end()
        if self._damaged:
            self._damaged -= 1
            data = data[:-1] + bytes([data[-1] ^ 1])
        super().put(number, data)
        self.sent.append(number)


def test_push_copies_the_image_and_the_node_joins_again(
    ray_cluster: RayCluster, elsewhere: Path, manifest: Manifest, capsys: Printed
) -> None:
    push = ["image", "push", "127.0.0.3", "--cluster", ray_cluster.address]
    assert call(push) == 0, capsys.readouterr().err
    assert f"image {manifest.name} is ready" in capsys.readouterr().out
    assert contents(elsewhere, manifest) == contents(images_folder(), manifest)
    assert list((elsewhere / "archives").iterdir()) == []
    ray_cluster.second.wait_for("left the cluster: it has got a new image")
    ray_cluster.second.wait_for("joined", times=ray_cluster.second.output.read_text().count("left") + 1)
    with join_cluster(ray_cluster.address, lambda: NodeOffer("", "", 0)) as cluster:
        second(cluster)
    assert call(push) == 0
    assert "nothing had to be sent" in capsys.readouterr().out


def test_a_cut_transfer_goes_on_where_it_ended(cluster: Cluster, elsewhere: Path, manifest: Manifest) -> None:
    source, node = OwnImage(find_image(), ignore), second(cluster)
    number = len(source.index().chunks)
    with cluster.image_agent(node) as agent:
        cut = Target(agent, cut_at=2)
        with pytest.raises(NodeError):
            transfer(source, cut, lambda _there, _number: None)
    assert cut.sent == [0, 1] and number > 3 and not list(elsewhere.glob("*/manifest.json"))

    def again() -> tuple[str, int] | None:
        with cluster.image_agent(node) as agent:
            try:
                return transfer(source, NodeImages(agent.ask), lambda _there, _number: None)
            except ImageError as error:  # the process that was killed has not ended yet
                assert "on its way to this host already" in error.message
                return None

    assert eventually(again, what="the other chunks", seconds=60) == (manifest.name, number - 2)
    assert contents(elsewhere, manifest) == contents(images_folder(), manifest)


def test_a_damaged_chunk_is_refused_and_sent_again(
    cluster: Cluster, elsewhere: Path, manifest: Manifest
) -> None:
    source = OwnImage(find_image(), ignore)
    with cluster.image_agent(second(cluster)) as agent:
        with pytest.raises(ImageError, match=r"chunk 0 of the image .* arrived damaged"):
            transfer(source, Target(agent, damaged=3), lambda _there, _number: None)
        assert not list(elsewhere.glob("*/manifest.json"))
        target = Target(agent, damaged=2)
        transfer(source, target, lambda _there, _number: None)
    assert target.sent == list(range(len(source.index().chunks)))
    assert contents(elsewhere, manifest) == contents(images_folder(), manifest)


def test_an_image_that_the_node_would_not_boot_is_not_sent(cluster: Cluster) -> None:
    class Other(OwnImage):
        def index(self) -> ArchiveIndex:
            return super().index().model_copy(update={"image_hash": "1" * 64})

    with cluster.image_agent(second(cluster)) as agent:
        target = Target(agent)
        with pytest.raises(ImageError, match="this host's testbed boots the image"):
            transfer(Other(find_image(), ignore), target, lambda _there, _number: None)
    assert target.sent == []


def test_pull_takes_the_image_of_a_node(
    ray_cluster: RayCluster,
    elsewhere: Path,
    manifest: Manifest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Printed,
) -> None:
    here = images_folder()
    offer = NodeOffer("nspawn", manifest.hash, 1)
    command = start_command(NodeOptions(ray_cluster.address, ip="127.0.0.4"), offer)
    pull = ["image", "pull", "--cluster", ray_cluster.address]
    monkeypatch.setenv("TESTBED_IMAGES", str(tmp_path / "empty"))
    assert call(pull) == 2
    assert (
        "no node has an image that this host's testbed boots; the cluster's: fake-1"
        in capsys.readouterr().err
    )
    variables = environment() | {"TESTBED_IMAGES": str(here)}
    with (tmp_path / "log").open("wb") as log, subprocess.Popen(command, env=variables, stdout=log) as node:
        try:
            with join_cluster(ray_cluster.address, lambda: NodeOffer("", "", 0)) as cluster:
                eventually(
                    lambda: any(node.image_hash == manifest.hash for node in cluster.nodes()),
                    what="a node with the image",
                    seconds=90,
                )
            assert call(pull) == 0, capsys.readouterr().err
        finally:
            node.send_signal(signal.SIGTERM)
    assert find_image().hash == manifest.hash and find_image().manifest.is_relative_to(tmp_path / "empty")
    assert contents(tmp_path / "empty", manifest) == contents(here, manifest)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["image", "push", "lab9"], "the cluster has no node lab9"),
        (["image", "pull", "lab9"], "the cluster has no node lab9"),
        (["image", "pull", "127.0.0.3"], "no node has an image that this host's testbed boots"),
    ],
)
def test_what_cannot_be_copied_is_refused(
    ray_cluster: RayCluster, manifest: Manifest, arguments: Sequence[str], message: str
) -> None:
    command = [sys.executable, "-m", "testbed", *arguments, "--cluster", ray_cluster.address]
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2 and f"error: {message}" in done.stderr, done.stderr


def test_this_host_can_be_both_ends(
    manifest: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = OwnImage(find_image(), ignore)
    monkeypatch.setenv("TESTBED_IMAGES", str(tmp_path / "copy"))
    with closing(OwnImages(ignore)) as target:
        assert transfer(source, target, lambda _there, _number: None)[0] == manifest.name
    assert find_image().hash == manifest.hash
