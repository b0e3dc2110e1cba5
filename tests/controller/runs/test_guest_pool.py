from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

import pytest

from controller.core.guest import Guest
from controller.guests.fake.guest import Faults
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import DESKTOP
from controller.runs.guest_pool import FAILED_BOOTS, GuestPool
from testbed.errors import CancelledError, GuestBootError, ImageError


class Counting(FakeProvider):
    """Counts what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def start(self, snapshot: str = DESKTOP) -> Guest:
        self.counts["start"] += 1
        return super().start(snapshot)

    def reset(self, guest: Guest, snapshot: str = DESKTOP) -> Guest:
        self.counts["reset"] += 1
        return super().reset(guest, snapshot)


def test_guests_are_reset_between_and_never_more_than_needed(
    cancel: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.runs.guest_pool.available_mib", lambda: 0)
    provider = Counting()
    pool = GuestPool(provider, 1, [DESKTOP] * 3)
    names = []
    for _ in range(3):
        guest = pool.take(cancel, DESKTOP)
        names.append(guest.name)
        pool.give_back(guest)
    pool.close()
    assert len(set(names)) == 3
    assert provider.counts == {"start": 3, "reset": 2}  # a fake reset starts a guest
    assert provider.running == []


def test_no_spare_is_booted_when_none_is_wanted_and_changes_are_reported(
    cancel: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.runs.guest_pool.available_mib", lambda: 2**20)
    provider = Counting()
    changes: list[tuple[int, int, int]] = []
    pool = GuestPool(
        provider, 1, [DESKTOP] * 5, spare=False, on_change=lambda *numbers: changes.append(numbers)
    )
    pool.take(cancel, DESKTOP)
    assert changes == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    pool.close()
    assert provider.counts == {"start": 1}


def test_a_spare_is_booted_ahead_when_memory_allows(
    cancel: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.runs.guest_pool.available_mib", lambda: 2**20)
    provider = Counting()
    pool = GuestPool(provider, 1, [DESKTOP] * 5)
    first = pool.take(cancel, DESKTOP)
    second = pool.take(cancel, DESKTOP)
    assert first.name != second.name
    pool.close()
    assert provider.counts == {"start": 2}


def test_a_failed_boot_is_raised_where_a_guest_is_taken(cancel: threading.Event) -> None:
    provider = FakeProvider(faults={1: Faults(boot_fails=True)})
    pool = GuestPool(provider, 1, [DESKTOP] * 1)
    with pytest.raises(GuestBootError):
        pool.take(cancel, DESKTOP)
    pool.expect(DESKTOP)
    pool.give_back(pool.take(cancel, DESKTOP))
    assert not pool.broken
    pool.close()


def test_boots_that_keep_failing_break_the_pool(cancel: threading.Event) -> None:
    pool = GuestPool(FakeProvider(faults=lambda _number: Faults(boot_fails=True)), 1, [DESKTOP] * 9)
    for _ in range(FAILED_BOOTS + 3):
        with pytest.raises(GuestBootError):
            pool.take(cancel, DESKTOP)
    assert pool.broken
    pool.close()


def test_an_error_nobody_boots_away_is_raised_as_it_is(cancel: threading.Event) -> None:
    class NoImage(FakeProvider):
        def start(self, snapshot: str = DESKTOP) -> Guest:
            raise ImageError("there is no image", hint="testbed image build")

    pool = GuestPool(NoImage(), 1, [DESKTOP] * 1)
    with pytest.raises(ImageError, match="there is no image"):
        pool.take(cancel, DESKTOP)
    pool.close()


def test_waiting_for_a_guest_ends_with_an_interruption(cancel: threading.Event) -> None:
    provider = FakeProvider(faults=lambda _number: Faults(boot_seconds=0.5))
    pool = GuestPool(provider, 1, [DESKTOP] * 1)
    cancel.set()
    with pytest.raises(CancelledError):
        pool.take(cancel, DESKTOP)
    pool.close()
    assert provider.running == []


def test_nobody_waits_for_a_guest_that_will_never_come(
    cancel: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.runs.guest_pool.available_mib", lambda: 0)
    pool = GuestPool(
        FakeProvider(faults=lambda _number: Faults(boot_seconds=0.05, boot_fails=True)), 2, [DESKTOP] * 9
    )
    raised: list[BaseException] = []

    def work() -> None:
        for _ in range(4):
            try:
                pool.take(cancel, DESKTOP)
            except GuestBootError as error:
                raised.append(error)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=10)
    assert len(raised) == 8
    pool.close()


class Warm(FakeProvider):
    """Has two snapshots; a guest's name tells which it was started from."""

    @property
    def snapshots(self) -> frozenset[str]:
        return frozenset({DESKTOP, "vlc"})

    def start(self, snapshot: str = DESKTOP) -> Guest:
        guest = super().start(snapshot)
        self.started[guest.name] = snapshot
        return guest

    def __init__(self, faults: Callable[[int], Faults] | None = None) -> None:
        super().__init__(faults=faults)
        self.started: dict[str, str] = {}


@pytest.mark.parametrize("memory", [0, 2**20])
def test_each_takes_a_guest_in_the_state_it_asks_for(
    cancel: threading.Event, monkeypatch: pytest.MonkeyPatch, memory: int
) -> None:
    monkeypatch.setattr("controller.runs.guest_pool.available_mib", lambda: memory)
    provider = Warm()
    wanted = [DESKTOP, "vlc", "vlc", DESKTOP]
    pool = GuestPool(provider, 1, wanted)
    for snapshot in wanted:
        guest = pool.take(cancel, snapshot)
        assert provider.started[guest.name] == snapshot
        pool.give_back(guest)
    pool.close()
    assert provider.running == []


def test_a_retry_gets_its_state_though_another_is_ready(
    cancel: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.runs.guest_pool.available_mib", lambda: 0)
    provider = Warm()
    pool = GuestPool(provider, 1, [DESKTOP, "vlc"])
    pool.give_back(pool.take(cancel, DESKTOP))
    pool.expect(DESKTOP)
    for snapshot in (DESKTOP, "vlc"):
        guest = pool.take(cancel, snapshot)
        assert provider.started[guest.name] == snapshot
        pool.give_back(guest)
    pool.close()
    assert provider.running == []


def test_never_more_guests_than_the_provider_can_have(cancel: threading.Event) -> None:
    class OneMachine(FakeProvider):
        @property
        def max_guests(self) -> int | None:
            return 1

        def start(self, snapshot: str = DESKTOP) -> Guest:
            assert self.running == []
            return super().start(snapshot)

    provider = OneMachine()
    pool = GuestPool(provider, 3, [DESKTOP] * 5)
    for _ in range(5):
        guest = pool.take(cancel, DESKTOP)
        assert provider.running == [guest.name]
        pool.give_back(guest)
    pool.close()
    assert provider.running == []


def test_a_provider_serves_one_pool_after_another() -> None:
    provider = FakeProvider()
    for _ in range(2):
        pool = GuestPool(provider, 2, [DESKTOP] * 4)
        pool.give_back(pool.take(threading.Event(), DESKTOP))
        assert pool.take(threading.Event(), DESKTOP).name in provider.running
        pool.close()
        assert provider.running == []
    provider.close()
    with pytest.raises(RuntimeError, match="closed"):
        provider.start()


def test_a_pool_that_closes_ends_the_waits_for_a_place_and_only_those() -> None:
    class NoRoom(FakeProvider):
        """One guest has a place, all others wait for one."""

        def __init__(self) -> None:
            super().__init__()
            self.waits = threading.Event()
            self._ended = threading.Event()
            self._places = threading.Lock()

        def start(self, snapshot: str = DESKTOP) -> Guest:
            with self._places:  # boots come at the same time: only one may find the place free
                if not self.running:
                    return super().start(snapshot)
            ended = self._ended
            self.waits.set()
            assert ended.wait(30)
            raise CancelledError("interrupted")

        def stop_waiting(self) -> None:
            ended, self._ended = self._ended, threading.Event()
            ended.set()

    provider = NoRoom()
    for _ in range(2):
        pool = GuestPool(provider, 3, [DESKTOP] * 5, spare=False)
        assert pool.take(threading.Event(), DESKTOP).name in provider.running
        assert provider.waits.wait(30)
        pool.close()
        assert provider.running == []
