"""scripts/bench/settle.py: recorded actions played back to the detector of the guest's server. No real time passes."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

BENCH = Path(__file__).parents[2] / "scripts" / "bench"


@pytest.fixture(scope="module")
def bench() -> Iterator[dict[str, Any]]:
    """The script's functions."""
    sys.path.insert(0, str(BENCH))
    yield runpy.run_path(str(BENCH / "settle.py"))
    sys.path.remove(str(BENCH))


@pytest.fixture(scope="module")
def recordings(bench: dict[str, Any]) -> list[Any]:
    return [each for path in sorted(bench["FOLDER"].glob("*.npz")) for each in bench["load"](path)]


def test_the_corpus_has_enough_actions_and_stays_small(bench: dict[str, Any], recordings: list[Any]) -> None:
    names = [recording.name for recording in recordings]
    assert len(names) == len(set(names)) >= 40
    scenes = {scene.name for group in bench["GROUPS"].values() for scene in group.scenes}
    assert set(names) <= scenes
    assert sum(path.stat().st_size for path in bench["FOLDER"].glob("*.npz")) < 1_000_000


def test_the_detector_is_right_and_waits_less_than_the_former_rule(
    bench: dict[str, Any], recordings: list[Any]
) -> None:
    outcomes = bench["run"](recordings, len(recordings), 5)
    before, now = bench["summary"](outcomes["before"]), bench["summary"](outcomes["now"])
    assert now["correct"] >= 0.95 > before["correct"]
    assert now["median_seconds"] < 0.6 and now["p95_seconds"] < before["p95_seconds"]


def test_the_same_seed_gives_the_same_figures(bench: dict[str, Any], recordings: list[Any]) -> None:
    some = recordings[:5]
    assert bench["run"](some, 5, 7) == bench["run"](some, 5, 7)


def test_a_picture_before_the_effect_is_wrong_and_the_last_one_right(recordings: list[Any]) -> None:
    link = next(each for each in recordings if each.name == "chrome link, 1 s")
    assert not link.shows_final_state(link.marks[-1] + 0.1)
    assert link.shows_final_state(link.end)


def test_a_video_that_has_not_begun_is_wrong(recordings: list[Any]) -> None:
    video = next(each for each in recordings if each.name == "video starts")
    assert not video.shows_final_state(video.marks[0] - 0.1)
    assert video.shows_final_state(video.end - 1.0)


def test_a_saved_recording_is_read_back(bench: dict[str, Any], recordings: list[Any], tmp_path: Path) -> None:
    corpus = runpy.run_path(str(BENCH / "settle_corpus.py"))
    corpus["save"](tmp_path / "one.npz", recordings[:2])
    for saved, original in zip(corpus["load"](tmp_path / "one.npz"), recordings[:2], strict=True):
        assert saved.name == original.name
        assert all(np.array_equal(saved.arrays[field], original.arrays[field]) for field in corpus["FIELDS"])


def test_an_unknown_group_is_named(
    bench: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["settle.py", "--record", "chrome,paint"])
    with pytest.raises(SystemExit):
        bench["main"]()
    assert "'paint'" in capsys.readouterr().err
