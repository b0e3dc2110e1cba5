"""A sample of the suite in OSWorld's format, through testbed's runner and through `osworld exec`: equal scores.

The evaluators and the environment are the suite's stand-ins. `tests/osworld_suite/play.py` plays the whole suite with
those of a checkout of OSWorld.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from plugins.osworld.tasks.judge.environment import JudgePython
from tests.osworld_suite.play import PLAYS, installed_agent, play_ours, play_theirs, prepare
from tests.osworld_suite.suite import SCORES, STAND_IN
from tests.osworld_suite.test_suite import SAMPLED

pytestmark = pytest.mark.guest


@pytest.mark.parametrize("play", PLAYS)
def test_both_paths_give_the_expected_scores(
    play: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = JudgePython.of(Path(sys.prefix))
    monkeypatch.setattr("plugins.osworld.tasks.task.prepared_python", lambda: python)
    place = prepare(tmp_path, STAND_IN)
    with installed_agent():
        ours = list(play_ours(place, SAMPLED, play))
    theirs = list(play_theirs(place, SAMPLED, play, Path(sys.executable)))
    expected = {task: SCORES[task][play] for task in SAMPLED}
    assert {outcome.task: outcome.score for outcome in ours} == expected, ours
    assert {outcome.task: outcome.score for outcome in theirs} == expected, theirs
