"""Plays the suite untouched and solved, through testbed's runner and through OSWorld's DesktopEnv.

    python -m tests.osworld_suite.play --python PYTHON [--out FOLDER] [--task ID]... [--path ours|theirs]

The evaluators and `DesktopEnv` are those of the checkout that OSWORLD_DIR names, unmodified, or without it the stand-in
of the suite. PYTHON runs `DesktopEnv`: the Python of `testbed osworld prepare` with what OSWorld imports besides on
PYTHONPATH; for the stand-in any. Prints one line for each score, and ends with 1 unless all are as scores.json says.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.adapters.python_run import run
from controller.results.run_data import EpisodeData
from plugins.osworld.tasks import task as osworld_task
from plugins.osworld.tasks.judge.environment import JudgePython
from tests.osworld_suite.agent import NAME
from tests.osworld_suite.cache import write_cache
from tests.osworld_suite.suite import FOLDER, SCORES, STAND_IN, load_tasks, make_checkout, solution

TESTBED = Path(sys.executable).with_name("testbed")
PLAYS = ("untouched", "solved")
EPISODE_SECONDS = 300.0


@dataclass(frozen=True)
class Place:
    """Where the suite is played: a checkout with its tasks, their files, and a folder for what comes of it."""

    checkout: Path
    cache: Path
    out: Path


@dataclass(frozen=True)
class Outcome:
    """What a task scored in one way of playing it; `detail` says why it is not what was expected."""

    task: str
    play: str
    path: str
    score: float | None
    detail: str = ""

    @property
    def is_expected(self) -> bool:
        return self.score is not None and abs(self.score - SCORES[self.task][self.play]) < 1e-9


def prepare(out: Path, evaluators: Path) -> Place:
    """Make a checkout of the suite, and its cache. Every task must be playable but the one that needs an account."""
    place = Place(make_checkout(out / "checkout", evaluators), out / "cache", out)
    write_cache(place.cache, load_tasks(place.checkout, place.cache))
    return place


def play_ours(place: Place, tasks: Sequence[str], play: str) -> Iterator[Outcome]:
    """Play tasks through testbed's runner."""
    finished = run(
        tasks,
        suite=f"osworld:{place.checkout}",
        source_options={"cache": str(place.cache)},
        agent="noop" if play == "untouched" else NAME,
        actions="gui",
        guests=1,
        out=place.out / f"run-{play}",
    )
    for episode in finished.episodes:
        yield Outcome(episode.task, play, "ours", episode.score, _claims(episode))


def play_theirs(place: Place, tasks: Sequence[str], play: str, python: Path) -> Iterator[Outcome]:
    """Play tasks through the `DesktopEnv` of the checkout."""
    orders = [
        {
            "task": str(place.checkout / "evaluation_examples" / "examples" / f"{task}.json"),
            "actions": solution(task) if play == "solved" else [],
        }
        for task in tasks
    ]
    path = place.out / f"theirs-{play}.json"
    path.write_text(json.dumps(orders))
    program = [str(python), str(FOLDER / "desktop_env_player.py"), str(path), str(place.cache)]
    done = subprocess.run(
        [str(TESTBED), "osworld", "exec", "--", *program],
        cwd=place.checkout,
        env={**os.environ, "TESTBED_NO_PAUSE": "1"},
        stdout=subprocess.PIPE,
        text=True,
        timeout=EPISODE_SECONDS * len(tasks),
        check=False,
    )
    results = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"score"')]
    for task, result in zip(tasks, results, strict=False):
        yield Outcome(task, play, "theirs", result["score"], result["detail"])
    for task in tasks[len(results) :]:
        yield Outcome(task, play, "theirs", None, f"{program} ended with {done.returncode}")


def _claims(episode: EpisodeData) -> str:
    """Why an episode has its score."""
    result = episode.result
    claims = [f"{claim.text}: {claim.found}" for claim in result.claims] if result else []
    return "; ".join([*claims, str(result.error) if result and result.error else ""])


@contextmanager
def installed_agent() -> Iterator[None]:
    """Let runs find the suite's agent, as one of an installed distribution."""
    with TemporaryDirectory() as folder:
        info = Path(folder) / f"{NAME}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[testbed.agents]\n{NAME} = tests.osworld_suite.agent\n")
        sys.path.append(folder)
        try:
            yield
        finally:
            sys.path.remove(folder)


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Play the suite of OSWorld's format.")
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--task", action="append", choices=sorted(SCORES))
    parser.add_argument("--path", choices=("ours", "theirs"), action="append")
    parser.add_argument("--play", choices=PLAYS, action="append")
    options = parser.parse_args()
    evaluators = Path(os.environ.get("OSWORLD_DIR") or STAND_IN)
    if evaluators == STAND_IN:
        vars(osworld_task)["prepared_python"] = lambda: JudgePython.of(Path(sys.prefix))
    place = prepare(options.out, evaluators)
    tasks = options.task or sorted(SCORES)
    wrong = 0
    for play in options.play or PLAYS:
        for path in options.path or ("ours", "theirs"):
            with installed_agent():
                outcomes = (
                    play_ours(place, tasks, play)
                    if path == "ours"
                    else play_theirs(place, tasks, play, options.python)
                )
                for outcome in outcomes:
                    wrong += not outcome.is_expected
                    mark = (
                        ""
                        if outcome.is_expected
                        else f"  expected {SCORES[outcome.task][play]}: {outcome.detail}"
                    )
                    sys.stdout.write(f"{outcome.path:6}  {play:9}  {outcome.score}  {outcome.task}{mark}\n")
                    sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
