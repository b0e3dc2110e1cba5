from __future__ import annotations

import gc
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from controller.core.python_syntax import parse_python

NESTED = "\n".join(
    f"a{n} = [f(b.c(d[{n}])) + ({n} * (2 + (3 + (4)))) for e in (1, (2, (3,)))]" for n in range(200)
)


class Pause:
    """Garbage whose collection lets other threads run, in the middle of whatever happens."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        time.sleep(0.0001)


def test_threads_parse_at_the_same_time() -> None:
    def parse(_number: int) -> int:
        Pause()
        return len(parse_python(NESTED).body)

    threshold, interval = gc.get_threshold(), sys.getswitchinterval()
    gc.set_threshold(50)
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(parse, range(40))) == {200}
    finally:
        gc.set_threshold(*threshold)
        sys.setswitchinterval(interval)


@pytest.mark.parametrize("source", ["x = (", b"x = '\xff'", "\0"])
def test_no_python(source: str | bytes) -> None:
    with pytest.raises((SyntaxError, ValueError)):
        parse_python(source)
