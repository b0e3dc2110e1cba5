"""The step `serve`: pages of root's, and one service a site."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from controller.core.guest import CommandResult
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.tasks.sources.folder.fixtures import Fixture
from controller.tasks.sources.folder.sites import serve


class SiteGuest(FakeGuest):
    """Knows which services run, and who owns what was written."""

    def __init__(self) -> None:
        super().__init__("fake-site", GuestOptions(), Faults())
        self.owners: dict[str, str] = {}
        self.services: list[str] = []

    def run(self, argv: Any, **given: Any) -> CommandResult:
        del given
        if argv[0] == "systemd-run":
            self.services += [item.removeprefix("--unit=") for item in argv if item.startswith("--unit=")]
            return CommandResult(tuple(argv), 0, b"", b"")
        assert argv[0] == "systemctl"
        return CommandResult(tuple(argv), 0 if argv[-1] in self.services else 3, b"", b"")

    def write_file(self, path: str, data: bytes, *, owner: str = "user", mode: int = 0o644) -> None:
        self.owners[path] = owner
        super().write_file(path, data, owner=owner, mode=mode)


def page(text: str) -> dict[PurePosixPath, Fixture]:
    return {PurePosixPath("index.html"): Fixture(text.encode(), executable=False)}


def test_pages_are_roots_and_later_ones_replace_them_without_another_service() -> None:
    guest = SiteGuest()
    serve(guest, "tours", page("full"))
    serve(guest, "tours", page("one place"))
    assert guest.read_file("/srv/tours/index.html") == b"one place"
    assert set(guest.owners.values()) == {"root"}
    assert guest.services == ["tours"]
