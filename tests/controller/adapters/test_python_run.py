"""`testbed.run`: a run from Python, on fake guests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.guests.fake.provider import FakeProvider
from testbed import RunObserver, load_run, run
from testbed.errors import UsageError


@pytest.fixture(autouse=True)
def small_tasks(tasks_root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)


def test_a_run_returns_its_episodes_and_is_on_disk(tmp_path: Path) -> None:
    finished = run("os/*", provider="fake", out="here")
    assert [(episode.task, episode.score) for episode in finished.episodes] == [
        ("os/add_total", 1.0),
        ("os/append_line", 1.0),
        ("os/print_note", 1.0),
        ("os/write_note", 1.0),
    ]
    assert finished.folder == tmp_path / "here"
    assert load_run("here").summary() == finished.summary()
    assert finished.info.options.agent == "oracle" and finished.info.options.tool_filter == "oracle"


def test_without_out_a_new_folder_is_made_below_runs() -> None:
    first = run("os/write_note", provider="fake", agent="noop")
    second = run("os/write_note", provider="fake", agent="noop")
    assert first.folder.parent.name == "runs" and first.folder != second.folder
    assert first.episodes[0].score == 0.0


def test_options_are_recorded() -> None:
    finished = run(
        ["os/write_note", "os/print_note"],
        provider="fake",
        agent="random",
        steps=2,
        epochs=2,
        seed=7,
        guests=1,
    )
    options = finished.info.options
    assert (options.agent, options.steps, options.epochs, options.seed) == ("random", 2, 2, 7)
    assert len(finished.episodes) == 4


def test_tags_and_the_note_are_kept() -> None:
    finished = run("os/write_note", provider="fake", agent="noop", tags={"team": "a"}, note="first try")
    assert (finished.info.tags, finished.info.note) == ({"team": "a"}, "first try")
    with pytest.raises(UsageError, match="invalid tag"):
        run("os/write_note", provider="fake", agent="noop", tags={"": "a"})


def test_a_provider_given_as_an_object_stays_open() -> None:
    provider = FakeProvider()
    run("os/write_note", provider=provider)
    run("os/print_note", provider=provider)
    assert provider.running == []
    provider.close()


class Labels(RunObserver):
    """Remembers which episodes ended."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def ended(self, worker: int, label: str, result: Any) -> None:
        self.seen.append(label)


def test_an_observer_receives_the_progress() -> None:
    labels = Labels()
    run("os/*_note", provider="fake", observer=labels)
    assert sorted(labels.seen) == ["os/print_note", "os/write_note"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"steps": 0}, "invalid value for steps: 0"),
        ({"actions": "mouse"}, "invalid value for actions: 'mouse'"),
        ({"observe": ("sound",)}, "invalid value for observe\\[0\\]: 'sound'"),
        ({"guests": 0}, "invalid value for guests: 0"),
        ({"tasks": "os/nothing"}, "there is no task 'os/nothing'"),
        ({"agent": "nobody"}, "nobody"),
        ({"agent": "human", "guests": 2}, "the agent human uses one guest at a time"),
        ({"provider": "cloud"}, "cloud"),
        ({"tool_order": "random"}, "there is no tool order 'random'"),
        ({"max_guests": 2}, "max_guests needs cluster"),
        ({"cluster": "local", "guests": 2}, "guests=2 is for this host"),
        ({"cluster": "local", "max_guests": 0}, "invalid value for max_guests: 0"),
        ({"cluster": "local", "provider": FakeProvider()}, "a provider given as an object is of this host"),
        ({"cluster": "head"}, "invalid value for --cluster: 'head'"),
        ({"cluster": "127.0.0.1:9"}, "no Ray cluster answers at 127.0.0.1:9"),
        ({"cluster": "local", "agent": "human"}, "the agent human needs a guest of this host"),
    ],
)
def test_bad_options_are_usage_errors(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        run(**{"provider": "fake", "tasks": "os/*", "out": "here", **options})
    assert not (tmp_path / "here").exists()


def test_an_existing_folder_is_refused() -> None:
    run("os/write_note", provider="fake", out="here")
    with pytest.raises(UsageError, match="here"):
        run("os/write_note", provider="fake", out="here")
