"""`testbed judge calibrate`: verdicts compared with people's labels."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.main import call
from plugins.mock_models.base import ModelServer
from plugins.mock_models.openai_chat import ChatServer, OpenAIChat
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.script import play, read_script
from tests.controller.judges.judged_runs import FAILS, MODEL, OTHER, Judges, judge, run, scores, tasks

pytestmark = pytest.mark.slow
LABELS = "task,epoch,label\nos/hybrid,1,{}\nos/words,1,{}\n"


@pytest.fixture(autouse=True)
def root(tmp_path: Path, task_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    tasks(task_folder)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def judged() -> None:
    """A run with a judge that says failure of os/hybrid and success of os/words."""
    with ChatServer(Judges(key_points=FAILS)) as server:
        assert run(server, task=["os/hybrid", "os/words", "os/script"]) == 0


@pytest.mark.usefixtures("judged")
def test_verdicts_are_compared_with_labels(capsys: pytest.CaptureFixture[str]) -> None:
    Path("labels.csv").write_text(LABELS.format("failure", "PASS"))
    capsys.readouterr()
    assert call(["judge", "calibrate", "labels.csv", "made", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["labels"], made["both_success"], made["both_failure"], made["unmatched"]) == (2, 1, 1, [])
    assert (made["agreement"]["value"], made["kappa"]) == (1.0, 1.0)
    Path("labels.csv").write_text(LABELS.format("1", "1"))
    assert call(["judge", "calibrate", "labels.csv", "made"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "agreement 50.0%" in printed and "judge: failure 1 0" in printed
    assert "always saying success agrees with 100.0%" in printed


@pytest.mark.usefixtures("judged")
def test_labels_without_an_episode_are_named_and_the_rest_counts(capsys: pytest.CaptureFixture[str]) -> None:
    Path("labels.csv").write_text(LABELS.format("0", "1") + "os/gone,1,1\nos/words,7,1\n")
    assert call(["judge", "calibrate", "labels.csv", "made"]) == 1
    captured = capsys.readouterr()
    assert "labels.csv, line 4: os/gone (1): no such episode" in captured.err
    assert "labels.csv, line 5: os/words (7): no such episode" in captured.err
    assert "agreement 100.0%" in captured.out


@pytest.mark.usefixtures("judged")
def test_labels_of_episodes_that_nobody_judged_are_no_calibration(capsys: pytest.CaptureFixture[str]) -> None:
    Path("labels.csv").write_text("task,epoch,label\nos/script,1,1\n")
    assert call(["judge", "calibrate", "labels.csv", "made"]) == 2
    assert "none of the 1 labels in labels.csv is of an episode with a verdict" in capsys.readouterr().err


@pytest.mark.usefixtures("judged")
def test_a_models_verdicts_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    with ChatServer(Judges()) as server:
        assert judge(server) == 0
    Path("labels.csv").write_text(LABELS.format("0", "1"))
    agreements = []
    for more in ([], ["--judge", MODEL], ["--judge", OTHER]):
        capsys.readouterr()
        assert call(["judge", "calibrate", "labels.csv", "made", "--json", *more]) == 0
        agreements.append(json.loads(capsys.readouterr().out)["agreement"]["value"])
    assert agreements == [0.5, 1.0, 0.5]


def test_a_script_of_the_mock_model_plays_judges(capsys: pytest.CaptureFixture[str]) -> None:
    """From a script file to a run, judged again and calibrated, as docs/judges.md shows."""
    Path("answers.toml").write_text(
        """
        [[answer]]
        to = "judge"
        text = '{"reasoning": "Control answers that are right.", "correct": true}'
        times = 4
        [[answer]]
        to = "judge"
        text = '{"reasoning": "Control answers that are wrong.", "correct": false}'
        times = 8
        [[answer]]
        to = "judge"
        text = '{"reasoning": "The price is there, and so are the values of four controls.", "correct": true}'
        times = 5
        [[answer]]
        to = "judge"
        text = '{"reasoning": "Not what was asked.", "correct": false}'
        times = 8
        [[answer]]
        to = "judge"
        text = "It is a success!"
        times = 3
        [[answer]]
        to = "judge"
        text = '{"reasoning": "No.", "correct": false}'
        """
    )
    with ModelServer([OpenAIChat(KEY)], play(read_script(Path("answers.toml")), None)) as server:
        address = ["--judge-base-url", f"{server.url}/v1"]
        command = ["run", "--provider", "fake", "--agent", "oracle", "--task", "os/words", "--out", "made"]
        command += ["--tool-filter", "all", "--display", "none"]
        assert call([*command, "--judge", MODEL, *address]) == 0
        assert scores() == {"os/words": 1.0}
        assert call(["judge", "made", "--judge", OTHER, *address]) == 1
        assert call(["judge", "made", "--judge", OTHER, *address]) == 0
    assert scores() == {"os/words": 0.0}
    Path("labels.csv").write_text("task,epoch,label\nos/words,1,success\n")
    assert call(["judge", "calibrate", "labels.csv", "made"]) == 0
    assert "agreement 0.0%" in capsys.readouterr().out
