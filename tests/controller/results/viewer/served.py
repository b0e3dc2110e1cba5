"""The viewer on a real port, for tests."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.core.loopback import listener
from controller.results.viewer.library import RunLibrary
from controller.results.viewer.serving import ViewerServer


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; gives the address of its page of runs, which ends in a slash."""
    begun = threading.Event()
    server = ViewerServer(RunLibrary(folder), begun.set)
    with listener(0) as port:
        thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[port])))
        thread.start()
        try:
            assert begun.wait(30), "the viewer did not begin"
            yield f"http://127.0.0.1:{port.getsockname()[1]}/"
        finally:
            server.should_exit = True
            thread.join()
