from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from tests import shaken_threads

PACKAGES = Path(pytest.__file__).parents[1]


@pytest.mark.parametrize(("share", "pauses"), [(1.0, True), (0.0, False)])
def test_threads_pause_where_they_enter_a_function(
    monkeypatch: pytest.MonkeyPatch, share: float, pauses: bool
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    before = threading.gettrace()
    threading.settrace(shaken_threads.Shaker(share, 1))
    try:
        thread = threading.Thread(target=lambda: None)
        thread.start()
        thread.join()
    finally:
        threading.settrace(before)
    assert bool(slept) is pauses
    assert all(0 <= seconds <= shaken_threads.LONGEST_PAUSE for seconds in slept)


@pytest.mark.parametrize(
    ("file", "is_shaken"),
    [
        (__file__, True),
        (threading.__file__, True),
        (str(PACKAGES / "paramiko/channel.py"), False),
        (str(Path(threading.__file__).parent / "json/decoder.py"), False),
    ],
)
def test_what_is_shaken(file: str, is_shaken: bool) -> None:
    assert shaken_threads.is_shaken(file) is is_shaken
