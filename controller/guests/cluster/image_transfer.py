"""Images on their way between this host and a node, chunk by chunk through Ray: no shared disk, no login on nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from controller.guests.cluster.node_state import NodeState
from controller.guests.cluster.outcome import Outcome
from testbed.errors import ImageError, TestbedError
from vm_images.archive import Archive, ArchiveIndex, IncomingArchive
from vm_images.image import Image, is_whole, list_images
from vm_images.profile import Progress

TRIES = 3
"""How often a chunk is sent that arrives damaged."""
PACK_SECONDS = 3600.0
"""How long a node may take to pack, unpack or check an image."""
CHUNK_SECONDS = 120.0

Ask = Callable[..., Any]


class Source(Protocol):
    """Has an image's archive."""

    def index(self) -> ArchiveIndex: ...
    def chunk(self, number: int) -> bytes: ...


class Target(Protocol):
    """Takes an image's archive."""

    def missing(self, index: ArchiveIndex) -> Sequence[int]: ...
    def put(self, number: int, data: bytes) -> None: ...
    def finish(self) -> str: ...


def transfer(source: Source, target: Target, on_chunk: Callable[[int, int], None]) -> tuple[str, int]:
    """Send what the target does not have of an archive, then have it unpacked.

    Args:
        source: Has the archive.
        target: Takes it; what an earlier transfer brought is not sent again.
        on_chunk: Called after each chunk with the number of those that are there and of all.

    Returns:
        The image's name, and the number of chunks that were sent.

    Raises:
        ImageError: The image is of no use there, does not fit, or arrives damaged again and again.
        NodeError: The node is lost; the same transfer again goes on where this one ended.
    """
    index = source.index()
    missing = target.missing(index)
    there = len(index.chunks) - len(missing)
    for sent, number in enumerate(missing, 1):
        _send(source, target, number)
        on_chunk(there + sent, len(index.chunks))
    return target.finish(), len(missing)


def _send(source: Source, target: Target, number: int) -> None:
    for attempt in range(1, TRIES + 1):
        try:
            target.put(number, source.chunk(number))
            return
        except ImageError:
            if attempt == TRIES:
                raise


class OwnImage:
    """An image of this host as a source."""

    def __init__(self, image: Image, progress: Progress) -> None:
        self._archive = Archive.of(image, progress)

    def index(self) -> ArchiveIndex:
        return self._archive.index

    def chunk(self, number: int) -> bytes:
        return self._archive.chunk(number)


class OwnImages:
    """This host as a target."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._incoming: IncomingArchive | None = None

    def missing(self, index: ArchiveIndex) -> Sequence[int]:
        self._incoming = IncomingArchive(index)
        return self._incoming.missing()

    def put(self, number: int, data: bytes) -> None:
        assert self._incoming is not None
        self._incoming.put(number, data)

    def finish(self) -> str:
        assert self._incoming is not None
        return self._incoming.finish(self._progress).name

    def close(self) -> None:
        """Let another try have what has arrived."""
        if self._incoming is not None:
            self._incoming.close()


class ImageAgent:
    """The process on a node that sends or takes an image. Ray runs it as an actor."""

    def __init__(self, node_id: str) -> None:
        self._state = NodeState.own(node_id)
        self._archive: Archive | None = None
        self._images = OwnImages(_quiet)
        self._index: ArchiveIndex | None = None

    def index(self, image_hash: str) -> Outcome:
        """Pack the image with this hash. Returns an ArchiveIndex."""

        def index() -> ArchiveIndex:
            image = next((image for image in list_images() if image.hash == image_hash), None)
            if image is None:
                raise ImageError(f"the node has no image {image_hash[:12]} any more")
            self._archive = Archive.of(image, _quiet)
            return self._archive.index

        return _outcome(index)

    def chunk(self, number: int) -> Outcome:
        """Return a chunk of it."""
        assert self._archive is not None
        archive = self._archive
        return _outcome(lambda: archive.chunk(number))

    def missing(self, index: ArchiveIndex) -> Outcome:
        """Return the chunks of an archive that the node does not have."""
        self._index = index
        return _outcome(lambda: self._images.missing(index))

    def put(self, number: int, data: bytes) -> Outcome:
        """Keep a chunk."""
        return _outcome(lambda: self._images.put(number, data))

    def finish(self) -> Outcome:
        """Unpack the archive, and have the node offer the image unless it was there. Returns the image's name."""

        def finish() -> str:
            assert self._index is not None
            was_there = is_whole(self._index.manifest)
            name = self._images.finish()
            if not was_there:
                self._state.write_new_image(self._index.profile)
            return name

        return _outcome(finish)


class NodeImage:
    """An image of a node as a source. `ask` calls its `ImageAgent`."""

    def __init__(self, ask: Ask, image_hash: str) -> None:
        self._ask = ask
        self._image_hash = image_hash

    def index(self) -> ArchiveIndex:
        index: ArchiveIndex = self._ask("index", self._image_hash, seconds=PACK_SECONDS)
        return index

    def chunk(self, number: int) -> bytes:
        data: bytes = self._ask("chunk", number, seconds=CHUNK_SECONDS)
        return data


class NodeImages:
    """A node as a target. `ask` calls its `ImageAgent`."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def missing(self, index: ArchiveIndex) -> Sequence[int]:
        missing: Sequence[int] = self._ask("missing", index, seconds=PACK_SECONDS)
        return missing

    def put(self, number: int, data: bytes) -> None:
        self._ask("put", number, data, seconds=CHUNK_SECONDS)

    def finish(self) -> str:
        name: str = self._ask("finish", seconds=PACK_SECONDS)
        return name


def _quiet(_line: str) -> None:
    """A node's process has nobody to tell."""


def _outcome(work: Callable[[], Any]) -> Outcome:
    try:
        return Outcome(work())
    except TestbedError as error:
        return Outcome(error=error)
