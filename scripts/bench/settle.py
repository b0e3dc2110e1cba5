"""How soon a settled screenshot is taken after an action, and how often it shows the final state.

    .venv/bin/python scripts/bench/settle.py [--trials 1000] [--seed 1] [--json]
    .venv/bin/python scripts/bench/settle.py --record chrome,vlc
    .venv/bin/python scripts/bench/settle.py --live chrome,vlc

Plays back recorded actions (`settle_corpus/`, from a real guest) to the detector of the guest's server and, in the
same trials, to the rule it replaced, which waits until no pixel is repainted. Each trial draws the capture rate, its
phase and jitter, and the delays of the request and of the picture. A picture is correct if it equals the last one of
the recording but for what moves by itself. `--record` records groups of actions anew; `--live` plays them on a guest
and compares the settled screenshot of its server with those taken after a long wait.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
from collections import Counter
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from rich.console import Console
from rich.table import Table
from settle_corpus import FOLDER, Recording, load
from settle_guest import play_live, record
from settle_scenes import GROUPS

from mcp_tools.computer.settling import FEEDBACK_SECONDS, LATE_FEEDBACK_SECONDS, SettleDetector
from mcp_tools.computer.tiles import Tiles

LIMIT_SECONDS = 3.0
IDLE_SAMPLE_SECONDS = 0.1
HOVERS = {
    scene.name
    for group in GROUPS.values()
    for scene in group.scenes
    if scene.action.tool == "computer.mouse_move"
}
LATE = {
    scene.name for group in GROUPS.values() for scene in group.scenes if group.app.startswith("libreoffice")
}


class Detector(Protocol):
    def act(self, now: float, *, hover: bool = False) -> None: ...
    def change_windows(self, now: float) -> None: ...
    def change(self, now: float, tiles: Tiles) -> None: ...
    def due(self) -> float: ...
    def confirm(self, asked: float, answered: float) -> bool: ...


class QuietDetector:
    """The former rule: settled when nothing has been repainted for 0.15 s."""

    def __init__(self) -> None:
        self._cause = 0.0
        self._change = 0.0

    def act(self, now: float, *, hover: bool = False) -> None:  # noqa: ARG002
        self._cause = now

    def change_windows(self, now: float) -> None:
        self._cause = now

    def change(self, now: float, tiles: Tiles) -> None:  # noqa: ARG002
        self._change = now

    def due(self) -> float:
        quiet = self._change + 0.15
        return quiet if self._change > self._cause else max(quiet, self._cause + 0.45)

    def confirm(self, asked: float, answered: float) -> bool:
        if answered - asked < 0.05 and self._change < asked:
            return True
        self._change = max(self._change, answered)
        return False


@dataclass(frozen=True, slots=True)
class Trial:
    """What differs between trials, in seconds."""

    request: float
    """From the return of the action to the request for a screenshot."""
    sample: float
    """Least time between two pictures."""
    jitter: float
    picture: float
    """From the decision to the picture that is returned."""
    seed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    scene: str
    wait: float
    correct: bool
    settled: bool


def draw(random_: random.Random) -> Trial:
    return Trial(
        request=random_.uniform(0.003, 0.03),
        sample=random_.uniform(0.01, 0.05),
        jitter=random_.uniform(0.0, 0.02),
        picture=random_.uniform(0.002, 0.015),
        seed=random_.randrange(2**32),
    )


def replay(recording: Recording, detector: Detector, trial: Trial, *, repaints: bool) -> Outcome:
    """Play a recording to a detector. With `repaints`, it is also told of repainting that changes no pixel."""
    player = _Player(recording, detector, trial, repaints=repaints)
    request = recording.returned + trial.request
    player.advance(request, IDLE_SAMPLE_SECONDS)
    player.wake(request)
    deadline = request + LIMIT_SECONDS
    moment, settled = request, False
    while not settled:
        due = max(detector.due(), moment)
        if min(due, player.next_event()) >= deadline:
            moment = deadline
            break
        if (event := player.next_event()) <= due:
            player.advance(event, trial.sample)
            moment = max(moment, event)
            continue
        asked, answered = due, recording.answer(due)
        if answered >= deadline:
            moment = deadline
            break
        player.advance(answered, trial.sample)
        player.look(answered)
        settled = detector.confirm(asked, answered)
        moment = answered
    picture = moment + trial.picture
    return Outcome(recording.name, picture - request, recording.shows_final_state(picture), settled)


class _Player:
    """Tells a detector what a server with a trial's capture rate sees."""

    def __init__(self, recording: Recording, detector: Detector, trial: Trial, *, repaints: bool) -> None:
        self._recording = recording
        self._detector = detector
        self._repaints = repaints
        self._random = random.Random(trial.seed)
        self._jitter = trial.jitter
        self._seen = recording.at(0.0)
        self._free = self._random.uniform(0.0, IDLE_SAMPLE_SECONDS)
        self._damage = recording.damage
        self._next_damage = 0
        others = [(at, False) for at in recording.marks] + [(at, True) for at in recording.windows]
        self._others = sorted(others)
        self._next_other = 0

    def next_event(self) -> float:
        """When the next thing is noticed; infinity at the end."""
        return min(self._look_due(), self._other_due())

    def advance(self, until: float, sample: float) -> None:
        """Pass on everything until a moment."""
        while (moment := self.next_event()) <= until:
            if self._other_due() <= self._look_due():
                is_window = self._others[self._next_other][1]
                self._next_other += 1
                if is_window:
                    self._detector.change_windows(moment)
                else:
                    self._detector.act(moment, hover=self._recording.name in HOVERS)
            else:
                self.look(moment)
                self._free = moment + sample + self._random.uniform(0.0, self._jitter)

    def wake(self, moment: float) -> None:
        """End a pause between pictures: somebody waits."""
        self._free = min(self._free, moment)

    def look(self, moment: float) -> None:
        """Take a picture."""
        state = self._recording.at(moment)
        repainted = self._look_due() <= moment
        while self._next_damage < len(self._damage) and self._damage[self._next_damage] <= moment:
            self._next_damage += 1
        tiles = np.asarray(state != self._seen)
        self._seen = state
        if tiles.any() or (self._repaints and repainted):
            self._detector.change(moment, tiles)

    def _look_due(self) -> float:
        if self._next_damage >= len(self._damage):
            return float("inf")
        return max(self._damage[self._next_damage], self._free)

    def _other_due(self) -> float:
        return self._others[self._next_other][0] if self._next_other < len(self._others) else float("inf")


def run(recordings: list[Recording], trials: int, seed: int) -> dict[str, list[Outcome]]:
    """Play trials, the recordings in turn, to the former rule and to the detector."""
    random_ = random.Random(seed)
    outcomes: dict[str, list[Outcome]] = {"before": [], "now": []}
    for index in range(trials):
        recording, trial = recordings[index % len(recordings)], draw(random_)
        outcomes["before"].append(replay(recording, QuietDetector(), trial, repaints=True))
        detector = SettleDetector(recording.shape, 0.0)
        detector.allow_feedback(LATE_FEEDBACK_SECONDS if recording.name in LATE else FEEDBACK_SECONDS)
        outcomes["now"].append(replay(recording, detector, trial, repaints=False))
    return outcomes


def summary(outcomes: list[Outcome]) -> dict[str, float]:
    waits = [outcome.wait for outcome in outcomes]
    return {
        "correct": sum(outcome.correct for outcome in outcomes) / len(outcomes),
        "median_seconds": round(statistics.median(waits), 3),
        "p95_seconds": round(statistics.quantiles(waits, n=20)[-1], 3),
        "at_limit": sum(not outcome.settled for outcome in outcomes) / len(outcomes),
    }


def show(outcomes: dict[str, list[Outcome]], recordings: int) -> None:
    before, now = summary(outcomes["before"]), summary(outcomes["now"])
    table = Table(
        "", "before", "now", "ratio", title=f"{len(outcomes['now'])} trials of {recordings} actions"
    )
    for key, digits in (("correct", 4), ("median_seconds", 3), ("p95_seconds", 3), ("at_limit", 3)):
        ratio = f"{now[key] / before[key]:.2f}" if before[key] else ""
        table.add_row(key.replace("_", " "), f"{before[key]:.{digits}f}", f"{now[key]:.{digits}f}", ratio)
    Console().print(table)
    for rule, results in outcomes.items():
        tried = Counter(outcome.scene for outcome in results)
        wrong = Counter(outcome.scene for outcome in results if not outcome.correct)
        lines = ", ".join(f"{scene} {count} of {tried[scene]}" for scene, count in wrong.most_common())
        print(f"wrong {rule}: {lines or 'none'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON line")
    parser.add_argument("--record", metavar="GROUPS", help=f"record groups: {','.join(GROUPS)}")
    parser.add_argument("--live", metavar="GROUPS", help="play groups on a guest and judge its screenshots")
    options = parser.parse_args()
    chosen = (options.record or options.live or "").split(",")
    if unknown := [name for name in chosen if name and name not in GROUPS]:
        parser.error(f"there is no group {unknown[0]!r}: choose from {','.join(GROUPS)}")
    if options.record:
        record(chosen)
        return
    if options.live:
        play_live(chosen)
        return
    recordings = [each for path in sorted(FOLDER.glob("*.npz")) for each in load(path)]
    if not recordings:
        parser.error(f"no recordings in {FOLDER}; make them with --record")
    outcomes = run(recordings, options.trials, options.seed)
    if options.json:
        figures = {rule: summary(results) for rule, results in outcomes.items()}
        print(json.dumps({"actions": len(recordings), "trials": options.trials} | figures))
        return
    show(outcomes, len(recordings))


if __name__ == "__main__":
    main()
