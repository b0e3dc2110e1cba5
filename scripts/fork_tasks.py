"""Forks guests in the middle of tasks: each copy must go on to the score that its task's reference earns.

    .venv/bin/python scripts/fork_tasks.py [--guests 2] [--out FILE] [GLOB...]

A task is set up and its reference played for one to eight steps; then the guest is saved and a copy of it started, in
which the reference goes on and the checker judges. The original guest must still answer. Tasks that the file already
has are left out, so that an ended run goes on.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
import zlib
from pathlib import Path
from typing import Any

from controller.agents.builtin.oracle import SolutionAgent, begin_late
from controller.core.guest import Guest
from controller.core.observation import Observation
from controller.episode.bounds import EpisodeLimits
from controller.episode.environment import TaskEnvironment
from controller.guests.provider import ForkingProvider
from controller.guests.registry import create_provider
from controller.records.episode_recorder import NullRecorder
from controller.runs.episode_parts import without_run
from controller.runs.guest_pool import GuestPool
from controller.runs.worker_pool import run_workers
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.solutions import reference_solutions
from controller.tasks.task import Task, facts_of
from controller.tool_filter.registry import make_filter
from testbed.errors import TestbedError

MOST_STEPS = 8


def fork_task(provider: ForkingProvider, task: Task, guest: Guest, cancel: threading.Event) -> dict[str, Any]:
    """Play a task's reference in a guest, then in a copy of it."""
    references = reference_solutions(task.folder, facts_of(task))
    solution = next(iter(references.values()), lambda: None)
    agent = SolutionAgent(begin_late(solution), feasible=task.info.feasible)

    def environment(guest: Guest) -> TaskEnvironment:
        limits = EpisodeLimits(steps=200)
        recorder, filtered = NullRecorder(), make_filter("oracle", "lexicographic")
        return TaskEnvironment(
            task, guest, filtered, limits, recorder, cancel, lambda _step, _action: None, without_run(task)
        )

    def step(play: TaskEnvironment, observation: Observation) -> Observation:
        return play.step(agent.act(observation, play.select_tools(observation)).actions)

    first = environment(guest)
    first.setup()
    observation = first.observe()
    steps = 1 + zlib.crc32(task.id.encode()) % MOST_STEPS
    while first.progress.steps < steps and not first.done:
        observation = step(first, observation)
    saved = first.save()
    began = time.monotonic()
    checkpoint = provider.checkpoint(guest)
    frozen = time.monotonic()
    copy = provider.start(checkpoint)
    thawed = time.monotonic()
    provider.discard(checkpoint)
    try:
        second = environment(copy)
        second.resume(saved)
        while not second.done:
            observation = step(second, observation)
        judgement = second.evaluate()
    finally:
        provider.stop(copy)
    guest.run(["true"])
    failed = [claim["text"] for claim in judgement.claims if not claim["holds"]]
    seconds = {"checkpoint": round(frozen - began, 2), "start": round(thawed - frozen, 2)}
    return {"steps": saved.steps, "score": judgement.score.value, "failed": failed, **seconds}


def main() -> None:
    """Read the options, fork and print."""
    parser = argparse.ArgumentParser(description="Fork guests in the middle of tasks.")
    parser.add_argument("globs", nargs="*")
    parser.add_argument("--guests", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("fork_tasks.jsonl"))
    options = parser.parse_args()
    done = (
        {json.loads(line)["task"] for line in options.out.read_text().splitlines()}
        if options.out.exists()
        else set()
    )
    selected = select_tasks(Selection(globs=tuple(options.globs), to_run=True), tasks_root())
    tasks = [task for task in selected if task.id not in done]
    cancel = threading.Event()
    provider = create_provider("frozen")
    assert isinstance(provider, ForkingProvider)
    pool = GuestPool(provider, options.guests, [task.select_snapshot(provider.snapshots) for task in tasks])

    def play(_worker: int, task: Task) -> None:
        guest = pool.take(cancel, task.select_snapshot(provider.snapshots))
        try:
            result = fork_task(provider, task, guest, cancel)
        except TestbedError as error:
            result = {"score": None, "error": f"{type(error).__name__}: {error.message}"}
        finally:
            pool.give_back(guest)
        with options.out.open("a") as file:
            file.write(json.dumps({"task": task.id, **result}) + "\n")
        print(task.id, result, flush=True)

    try:
        run_workers(tasks, options.guests, play, cancel, pool.close)
    finally:
        provider.close()


if __name__ == "__main__":
    main()
