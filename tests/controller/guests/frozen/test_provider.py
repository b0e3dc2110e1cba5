"""A start that fails: its snapshot can be deleted, and the error names the command."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.guests.frozen import provider as frozen
from controller.guests.frozen import thawed
from controller.guests.frozen.criu import Criu
from controller.guests.frozen.provider import FrozenProvider, FrozenRecord
from controller.guests.hosted import HostedProvider
from controller.guests.nspawn.provider import NspawnProvider
from testbed.errors import GuestBootError
from vm_images.image import Image


def refuse(*_: object) -> None:
    raise GuestBootError("refused", hint="read the log")


@pytest.fixture
def provider(image: Image, monkeypatch: pytest.MonkeyPatch) -> Iterator[FrozenProvider]:
    """One with the snapshot `desktop`, on a host that needs nothing to be ready."""
    monkeypatch.setattr(frozen, "require_root", lambda *_: None)
    monkeypatch.setattr(frozen, "require_disk", lambda: None)
    monkeypatch.setattr(frozen, "remove_leftovers", lambda: None)
    monkeypatch.setattr(frozen, "fetch_criu", lambda: Criu(("criu",), (4, 2)))
    monkeypatch.setattr(NspawnProvider, "__init__", HostedProvider.__init__)
    image.manifest.write_text("{}")
    provider = FrozenProvider(image)
    record = FrozenRecord(
        name="desktop", image="aaaa", hardware="h", parent="", screen="1x1", kernel="6.18", criu="4.2"
    )
    provider.store.find_or_make("desktop", lambda _folder: record)
    yield provider
    provider.close()


def test_a_guest_that_does_not_start_holds_nothing_and_names_how_its_snapshot_is_made_again(
    provider: FrozenProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thawed, "allocate", refuse)
    with pytest.raises(GuestBootError) as raised:
        provider.start()
    assert raised.value.hint == (
        "read the log; if the snapshot is damaged, delete it with "
        "`testbed snapshot delete --provider frozen desktop`: the next start makes it again"
    )
    assert provider.store.delete("desktop") == ["desktop"]
