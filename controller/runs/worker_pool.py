"""Worker threads that share a queue of jobs, with failure and interruption."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar

from controller.core.interrupts import ignore_interrupts, terminate_as_interrupt
from testbed.errors import CancelledError

Job = TypeVar("Job")
WAIT_SECONDS = 0.2


def run_workers(
    jobs: Sequence[Job],
    workers: int,
    run_job: Callable[[int, Job], None],
    cancel: threading.Event,
    shut_down: Callable[[], None],
) -> None:
    """Call `run_job(worker, job)` for every job, in order, from `workers` threads numbered from 1.

    The first exception of a job, or an interruption (SIGINT, SIGTERM), sets `cancel` and calls `shut_down`;
    it is raised when all running jobs have ended, which they do with CancelledError. `shut_down` is called
    exactly once in any case.
    """
    waiting = deque(jobs)
    failures: list[BaseException] = []
    ended = threading.Semaphore(0)

    def work(number: int) -> None:
        try:
            run_worker(number)
        finally:
            ended.release()

    def run_worker(number: int) -> None:
        while not cancel.is_set():
            try:
                job = waiting.popleft()
            except IndexError:
                return
            try:
                run_job(number, job)
            except CancelledError:
                return
            except BaseException as error:  # noqa: BLE001  # raised again in the main thread
                failures.append(error)
                cancel.set()

    threads = [
        threading.Thread(target=work, args=(number,), name=f"worker {number}")
        for number in range(1, min(workers, len(jobs)) + 1)
    ]
    running = len(threads)
    with terminate_as_interrupt():
        try:
            for thread in threads:
                thread.start()
            while running and not cancel.is_set():
                running -= ended.acquire(timeout=WAIT_SECONDS)
        except KeyboardInterrupt as error:
            failures.append(error)
        finally:
            with ignore_interrupts():
                if failures or running:
                    cancel.set()
                shut_down()
                for thread in threads:
                    if thread.ident is not None:
                        thread.join()
    if failures:
        raise failures[0]
