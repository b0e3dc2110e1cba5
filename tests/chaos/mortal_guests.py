"""The provider `mortal`: guests in memory of a node that die when a file with the number of their process appears.

Their calls are slow until `hurry`, so that no run is over before the last of its faults.

Nodes find it as they find any provider of another distribution: by an entry point, in a folder on PYTHONPATH.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

from controller.core.guest import Guest
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import DESKTOP, GuestOptions

NAME = "mortal"
FOLDER = "TESTBED_CHAOS_DEATHS"
SLOW = "slow"
CALL_SECONDS = 2.0
POLL_SECONDS = 0.02
ROOT = Path(__file__).parents[2]


class MortalProvider(FakeProvider):
    """Implements `Provider`."""

    def __init__(self, options: GuestOptions) -> None:
        super().__init__(options, self._slow_ones)
        self._latest: FakeGuest | None = None
        self._ended = threading.Event()
        self._wish = Path(os.environ[FOLDER]) / str(os.getpid())
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def name(self) -> str:
        return NAME

    def start(self, snapshot: str = DESKTOP) -> Guest:
        guest = super().start(snapshot)
        assert isinstance(guest, FakeGuest)
        self._latest = guest
        return guest

    def close(self) -> None:
        self._ended.set()
        super().close()

    def _slow_ones(self, _number: int) -> Faults:
        slow = (self._wish.parent / SLOW).exists()
        return Faults(call_seconds=CALL_SECONDS if slow else 0.0)

    def _watch(self) -> None:
        while not self._ended.wait(POLL_SECONDS):
            if self._latest is not None and self._wish.exists():
                self._latest.stop()
                self._wish.unlink()


def create(options: GuestOptions) -> MortalProvider:
    """A provider as testbed's registry wants it."""
    return MortalProvider(options)


def install(folder: Path) -> dict[str, str]:
    """Write the entry point below a folder; returns the environment of nodes that have the provider."""
    info = folder / "plugin" / "testbed_mortal-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: testbed-mortal\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[testbed.providers]\n{NAME} = {__name__}\n")
    deaths = folder / "deaths"
    deaths.mkdir()
    (deaths / SLOW).touch()
    return {"PYTHONPATH": f"{info.parent}:{ROOT}", FOLDER: str(deaths)}


def hurry(folder: Path) -> None:
    """Let the guests that start from now on be fast; `folder` is that of `install`."""
    (folder / "deaths" / SLOW).unlink()
