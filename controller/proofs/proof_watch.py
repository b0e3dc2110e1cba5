"""A task proven again and again while it is written, on guests that are kept warm."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from controller.core.guest import Tool
from controller.core.interrupts import ignore_interrupts
from controller.guests.provider import Provider
from controller.proofs.proof_cases import VARIANTS
from controller.proofs.validation import GuestCache, prove
from controller.proofs.verdicts import Verdict
from controller.runs.guest_pool import GuestPool
from controller.runs.observer import RunObserver
from controller.tasks.sources.folder.folder_hash import folder_hash
from controller.tasks.task import Task
from testbed.errors import TaskError

POLL_SECONDS = 0.3
"""How often the task's files are looked at; they count as saved when they are the same twice."""
WATCHER = "changes of a task"
"""Name of the thread that looks for changes during a proof."""


class WarmProver:
    """Proves one task at a time; a guest waits for the next proof, and one boots while another is used."""

    def __init__(self, provider: Provider, guests: int, variants: Sequence[int] = VARIANTS) -> None:
        self._provider = provider
        self._guests = guests
        self._variants = variants
        self._pool: GuestPool | None = None

    def __enter__(self) -> WarmProver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool:
            with ignore_interrupts():
                self._pool.close()

    def prove(
        self,
        task: Task,
        folder: Path,
        observer: RunObserver,
        seen: str,
        on_task: Callable[[Task, Sequence[Verdict], Sequence[Tool]], None],
    ) -> list[Verdict] | None:
        """Prove a task; return None as soon as its folder's hash is not `seen`. The rest is as in `prove`.

        Raises what `prove` raises; after TaskError it can be called again.
        """
        if self._pool is None:
            ahead = task.select_snapshot(self._provider.snapshots)
            self._pool = GuestPool(self._provider, self._guests, [ahead])
        pool, cancel = self._pool, threading.Event()
        with _cancel_when(
            lambda: bool(task.folder and content(task.folder) not in ("", seen)), cancel
        ) as superseded:

            def shut_down() -> None:
                if cancel.is_set() and not superseded.is_set():  # interrupted: what runs ends at once
                    pool.close()

            kept = GuestCache(pool, cancel, shut_down)
            try:
                verdicts = prove(
                    [task],
                    self._provider,
                    self._guests,
                    folder,
                    observer,
                    variants=self._variants,
                    kept=kept,
                    on_task=on_task,
                )
            except TaskError:  # a script was saved meanwhile and cannot be loaded
                pool.close()
                self._pool = None
                raise
        return None if superseded.is_set() else verdicts


@contextmanager
def _cancel_when(changed: Callable[[], bool], cancel: threading.Event) -> Iterator[threading.Event]:
    """Set `cancel`, and the event yielded, as soon as `changed` is true; stop looking at the end."""
    superseded, over = threading.Event(), threading.Event()

    def poll() -> None:
        while not over.wait(POLL_SECONDS):
            if changed():
                superseded.set()
                cancel.set()
                return

    watcher = threading.Thread(target=poll, name=WATCHER, daemon=True)
    watcher.start()
    try:
        yield superseded
    finally:
        over.set()
        watcher.join()


def content(folder: Path) -> str:
    """Return the hash of a task's folder; "" while a file of it is being replaced."""
    try:
        return folder_hash(folder)
    except OSError:
        return ""


def await_change(folder: Path, before: str, cancel: threading.Event) -> None:
    """Wait until a task's files are no longer being written and differ from those of the hash `before`."""
    last = before
    while not cancel.wait(POLL_SECONDS):
        now = content(folder)
        if now and now == last != before:
            return
        last = now
