"""An image as an archive: the same bytes each time, checked chunk by chunk, unpacked as it was."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from testbed.errors import ImageError
from tests.vm_images.conftest import Store
from tests.vm_images.fake_image import contents, write_image
from vm_images import archive
from vm_images.archive import CHUNK_BYTES, Archive, IncomingArchive, archives_folder, idle_archives
from vm_images.folders import images_folder
from vm_images.image import Manifest, find_image, list_images

SIZE = 2 * CHUNK_BYTES + 1000


Receive = Callable[[], IncomingArchive]


def ignore(_: str) -> None:
    pass


@pytest.fixture
def manifest(store: Store) -> Manifest:
    made = store()
    write_image(made, SIZE, disk=True)
    return made


@pytest.fixture
def packed(manifest: Manifest) -> Archive:
    return Archive.of(find_image(), ignore)


@pytest.fixture
def elsewhere(packed: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another host: its folder of images is empty."""
    folder = tmp_path / "elsewhere"
    monkeypatch.setenv("TESTBED_IMAGES", str(folder))
    return folder


@pytest.fixture
def receive(packed: Archive, elsewhere: Path) -> Iterator[Receive]:
    """Begins to receive the archive, again with each call."""
    with ExitStack() as opened:

        def begin() -> IncomingArchive:
            return opened.enter_context(closing(IncomingArchive(packed.index)))

        yield begin


def send(packed: Archive, incoming: IncomingArchive) -> None:
    for number in incoming.missing():
        incoming.put(number, packed.chunk(number))


def test_an_image_arrives_as_it_was(
    packed: Archive, manifest: Manifest, data: Path, elsewhere: Path, receive: Receive
) -> None:
    before = contents(data / "images", manifest)
    assert len(before) == len(manifest.layers) + 1
    incoming = receive()
    send(packed, incoming)
    assert incoming.finish(ignore).hash == manifest.hash == find_image().hash
    assert contents(elsewhere, manifest) == before
    assert list(archives_folder().iterdir()) == []
    assert receive().missing() == ()


def test_the_same_layers_make_the_same_archive(packed: Archive, manifest: Manifest) -> None:
    assert Archive.of(find_image(), ignore).index == packed.index
    made = packed.path.stat().st_mtime_ns
    assert Archive.of(find_image(), ignore).path.stat().st_mtime_ns == made
    shutil.rmtree(archives_folder())
    assert Archive.of(find_image(), ignore).index == packed.index


def test_an_archive_gets_the_disk_that_was_added_later(store: Store) -> None:
    made = store()
    write_image(made, 10)
    without = Archive.of(find_image(), ignore)
    (images_folder() / made.name / "vm").mkdir()
    assert Archive.of(find_image(), ignore).path != without.path


def test_a_cut_transfer_goes_on(packed: Archive, receive: Receive) -> None:
    first = receive()
    wanted = first.missing()
    assert list(wanted) == list(range(len(packed.index.chunks))) and len(wanted) > 2
    first.put(0, packed.chunk(0))
    first.put(2, packed.chunk(2))
    first.close()
    second = receive()
    assert second.missing() == [number for number in wanted if number not in (0, 2)]
    send(packed, second)
    second.finish(ignore)
    assert [image.hash for image in list_images()] == [packed.index.image_hash]


def test_what_was_damaged_on_the_disk_is_sent_again(packed: Archive, receive: Receive) -> None:
    first = receive()
    send(packed, first)
    first.close()
    [partial] = archives_folder().iterdir()
    with partial.open("r+b") as file:
        file.seek(CHUNK_BYTES + 7)
        file.write(b"damaged")
    assert receive().missing() == [1]


def test_a_damaged_chunk_is_refused(packed: Archive, receive: Receive) -> None:
    incoming = receive()
    incoming.missing()
    with pytest.raises(ImageError, match=r"chunk 1 of the image .* arrived damaged"):
        incoming.put(1, packed.chunk(0))
    assert 1 in incoming.missing()


def test_an_archive_that_is_not_whole_is_not_unpacked(packed: Archive, receive: Receive) -> None:
    incoming = receive()
    for number in list(incoming.missing())[:-1]:
        incoming.put(number, packed.chunk(number))
    with pytest.raises(ImageError, match="is not whole"):
        incoming.finish(ignore)
    assert list_images() == []


def test_an_archive_damaged_at_its_source_is_not_sent(packed: Archive) -> None:
    with packed.path.open("r+b") as file:
        file.write(b"damaged")
    with pytest.raises(ImageError, match="is damaged"):
        packed.chunk(0)


def test_a_layer_that_is_not_what_its_digest_says_is_refused(
    manifest: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (images_folder() / "layers" / manifest.layers[0] / "root" / "etc" / "tool").write_text("changed")
    packed = Archive.of(find_image(), ignore)
    monkeypatch.setenv("TESTBED_IMAGES", str(tmp_path / "elsewhere"))
    with closing(IncomingArchive(packed.index)) as incoming:
        send(packed, incoming)
        with pytest.raises(
            ImageError, match=f"the layer {manifest.layers[0]} was not unpacked as it was packed"
        ):
            incoming.finish(ignore)
    assert list_images() == []


def test_an_image_of_another_recipe_is_of_no_use(store: Store, elsewhere: Path, packed: Archive) -> None:
    other = packed.index.model_copy(update={"image_hash": "1" * 64})
    with pytest.raises(
        ImageError, match=r"this host's testbed boots the image .*, not 111111111111"
    ) as error:
        IncomingArchive(other)
    assert "same version of testbed" in error.value.hint


def test_two_transfers_of_one_image_do_not_mix(packed: Archive, receive: Receive) -> None:
    first = receive()
    first.missing()
    with pytest.raises(ImageError, match="on its way to this host already"):
        receive().missing()
    assert list(idle_archives()) == []
    first.close()
    assert len(list(idle_archives())) == 1
    with next(archives_folder().glob("*.partial")).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_full_disk_is_refused_before_anything_is_sent(
    receive: Receive, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(archive.shutil, "disk_usage", lambda _path: usage._replace(free=SIZE))
    with pytest.raises(ImageError, match="not enough disk space"):
        receive().missing()
