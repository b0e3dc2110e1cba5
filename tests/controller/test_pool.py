from __future__ import annotations

import threading
from collections import Counter

import pytest

from controller.errors import CancelledError, GuestBootError, ImageError
from controller.guest import Guest
from controller.pool import FAILED_BOOTS, GuestPool
from controller.providers.fake import FakeProvider
from controller.providers.fake_guest import Faults


class Counting(FakeProvider):
    """Counts what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def start(self) -> Guest:
        self.counts["start"] += 1
        return super().start()

    def reset(self, guest: Guest) -> Guest:
        self.counts["reset"] += 1
        return super().reset(guest)


def test_guests_are_reset_between_and_never_more_than_needed(
    cancel: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.pool.available_mib", lambda: 0)
    provider = Counting()
    pool = GuestPool(provider, 1, demand=3)
    names = []
    for _ in range(3):
        guest = pool.take(cancel)
        names.append(guest.name)
        pool.give_back(guest)
    pool.close()
    assert len(set(names)) == 3
    assert provider.counts == {"start": 3, "reset": 2}  # a fake reset starts a guest
    assert provider.running == []


def test_a_spare_is_booted_ahead_when_memory_allows(
    cancel: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.pool.available_mib", lambda: 2**20)
    provider = Counting()
    pool = GuestPool(provider, 1, demand=5)
    first = pool.take(cancel)
    second = pool.take(cancel)
    assert first.name != second.name
    pool.close()
    assert provider.counts == {"start": 2}


def test_a_failed_boot_is_raised_where_a_guest_is_taken(cancel: threading.Event) -> None:
    provider = FakeProvider(faults={1: Faults(boot_fails=True)})
    pool = GuestPool(provider, 1, demand=1)
    with pytest.raises(GuestBootError):
        pool.take(cancel)
    pool.expect(1)
    pool.give_back(pool.take(cancel))
    assert not pool.broken
    pool.close()


def test_boots_that_keep_failing_break_the_pool(cancel: threading.Event) -> None:
    pool = GuestPool(FakeProvider(faults=lambda _number: Faults(boot_fails=True)), 1, demand=9)
    for _ in range(FAILED_BOOTS + 3):
        with pytest.raises(GuestBootError):
            pool.take(cancel)
    assert pool.broken
    pool.close()


def test_an_error_nobody_boots_away_is_raised_as_it_is(cancel: threading.Event) -> None:
    class NoImage(FakeProvider):
        def start(self) -> Guest:
            raise ImageError("there is no image", hint="testbed image build")

    pool = GuestPool(NoImage(), 1, demand=1)
    with pytest.raises(ImageError, match="there is no image"):
        pool.take(cancel)
    pool.close()


def test_waiting_for_a_guest_ends_with_an_interruption(cancel: threading.Event) -> None:
    provider = FakeProvider(faults=lambda _number: Faults(boot_seconds=0.5))
    pool = GuestPool(provider, 1, demand=1)
    cancel.set()
    with pytest.raises(CancelledError):
        pool.take(cancel)
    pool.close()
    assert provider.running == []


def test_nobody_waits_for_a_guest_that_will_never_come(
    cancel: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.pool.available_mib", lambda: 0)
    pool = GuestPool(FakeProvider(faults=lambda _number: Faults(boot_seconds=0.05, boot_fails=True)), 2, 9)
    raised: list[BaseException] = []

    def work() -> None:
        for _ in range(4):
            try:
                pool.take(cancel)
            except GuestBootError as error:
                raised.append(error)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=10)
    assert len(raised) == 8
    pool.close()


def test_never_more_guests_than_the_provider_can_have() -> None:
    class OneMachine(FakeProvider):
        @property
        def max_guests(self) -> int | None:
            return 1

        def start(self) -> Guest:
            assert self.running == []
            return super().start()

    provider = OneMachine()
    pool = GuestPool(provider, 3, demand=5)
    for _ in range(5):
        guest = pool.take(threading.Event())
        assert provider.running == [guest.name]
        pool.give_back(guest)
    pool.close()
    assert provider.running == []
