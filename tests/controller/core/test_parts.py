"""Parts of other distributions that fail, or cannot be used."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field

from controller.cli.main import call
from controller.core import extension
from controller.core.extension_calls import warn_left_out
from controller.core.guest import Tool
from controller.core.options import LIMITS, Option, OptionGroup, list_options
from controller.core.parts import all_parts, tools_of_parts
from controller.episode.declared_part import DeclaredPart, MakePart, PartRun
from controller.episode.part import EpisodePart
from controller.metrics.registry import all_metrics
from controller.metrics.spec import MetricSpec
from controller.models.client import ModelClient
from controller.records.judged_result import (
    known_parts,
    later_verdict,
    verdict_of_part,
    with_verdict,
)
from controller.records.recheck import with_rechecks
from controller.records.redaction import Redactor
from controller.records.run_info import EpisodeResult
from controller.records.run_options import RunOptions
from controller.records.verdicts import EpisodeVerdict
from controller.runs.episode_parts import check_run
from testbed.errors import JudgeError, PluginError, UsageError
from testbed.extension_points import PARTS
from tests.controller.made_runs import CLICK, END, add_episode, entry, made_run

DECLARED: Any = None
"""What the entry point of the part under test names."""
SHOWN = ("badge", "explain", "total", "note", "facts")


def fail(*_: object) -> Any:
    raise ZeroDivisionError("boom")


class Counting(EpisodePart):
    record = 1


def declared(**members: Any) -> DeclaredPart:
    """A part that counts, with these members besides."""

    class Odd(DeclaredPart):
        title = "odd"

        def open(self, run: PartRun) -> MakePart:
            return lambda _attempt: Counting()

    for name, member in members.items():
        setattr(
            Odd, name, staticmethod(member) if callable(member) and not isinstance(member, type) else member
        )
    return Odd()


@pytest.fixture
def declare(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Declares the part `odd` of another distribution."""

    def add(declared: object) -> None:
        monkeypatch.setitem(globals(), "DECLARED", declared)
        points = EntryPoints([EntryPoint("odd", f"{__name__}:DECLARED", PARTS.group)])
        installed = extension.entry_points
        monkeypatch.setattr(
            extension,
            "entry_points",
            lambda group: points if group == PARTS.group else installed(group=group),
        )
        for cached in (all_parts, all_metrics, warn_left_out):
            cached.cache_clear()

    yield add
    for cached in (all_parts, all_metrics, warn_left_out):
        cached.cache_clear()


def test_no_result_is_lost_for_what_a_part_says(
    declare: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    says = dict.fromkeys(SHOWN, fail)
    metric = MetricSpec(key="odd", label="odd", definition="odd", compute=fail, better="lower")
    declare(declared(record=int, metrics=(metric,), **says))
    records = made_run(tmp_path / "run", [entry("os/a")])
    add_episode(records, "os/a", 1, [CLICK, END], score=1.0, parts={"odd": 1})
    recorder = records.recorder("os/a", 1)
    recorder.event("odd", step=1)
    run = str(records.folder)
    for command in (
        ["score", run],
        ["report", run, "--out", str(tmp_path / "report")],
        ["view", run, "--static", str(tmp_path / "site"), "--no-open"],
        ["export", run, "--format", "csv", "--out", str(tmp_path / "csv")],
        ["export", run, "--format", "run", "--redact", "--out", str(tmp_path / "copy")],
    ):
        assert call(command) == 0, command
    for name in (*SHOWN, "compute"):
        assert f"the part 'odd' of an unknown distribution: {name} raised" in caplog.text


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        (declared(open=fail), "the part 'odd' of an unknown distribution: open raised"),
        (declared(check=fail), "check raised"),
        ("no declaration", "has no DeclaredPart PART"),
    ],
)
def test_a_part_that_cannot_be_used_stops_a_run_before_it_begins(
    declare: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], part: object, problem: str
) -> None:
    declare(part)
    of_one = ["--task", "os/quiet_presentation", "--display", "none"]
    run = ["run", "--agent", "noop", "--provider", "fake", *of_one]
    assert call([*run, "--out", str(tmp_path / "run")]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert problem in said and ("pip uninstall" in said or "see docs/parts.md" in said)
    assert not list(tmp_path.glob("run/episodes/**/result.json"))


def test_an_option_whose_name_is_taken_is_left_out(declare: Any, caplog: pytest.LogCaptureFixture) -> None:
    class OddOptions(OptionGroup):
        steps: Annotated[int, Option(LIMITS, "N")] = 1
        """Steps."""
        ways: Annotated[int, Option(LIMITS, "N")] = Field(1, ge=1)
        """Ways."""

    declare(declared(options=OddOptions))
    names = [item.name for item in list_options(RunOptions)]
    assert names.count("steps") == 1 and "ways" in names
    assert "the option --steps of OddOptions: another has that name" in caplog.text
    given = RunOptions.model_validate({"agent": "noop", "steps": 7, "ways": 3})
    assert (given.steps, given.of_part("odd").ways) == (7, 3)
    assert given.changed({"ways": 4}).of_part("odd").ways == 4
    with pytest.raises(ValueError, match=r"odd\.ways: should be greater than or equal to 1, not 0"):
        given.changed({"ways": 0})


def test_a_run_does_not_go_on_without_a_part_that_it_began_with(tmp_path: Path) -> None:
    options = RunOptions.model_validate({"agent": "noop", "parts": {"odd": {"ways": 1}}})
    with pytest.raises(UsageError, match="the run began with the part odd, which is not installed"):
        check_run(options, tmp_path, [], ModelClient())


def played_result(**more: Any) -> EpisodeResult:
    counts = {"seed": 0, "epoch": 1, "steps": 1, "tool_calls": 1, "gui_actions": 0}
    return EpisodeResult.model_validate({"task": "os/a", "status": "completed", **counts, **more})


def halve(_record: object, before: float) -> EpisodeVerdict:
    return EpisodeVerdict(score=before / 2, title="the odd part")


def test_a_part_says_anew_what_it_makes_of_another_score(declare: Any) -> None:
    declare(declared(record=float, verdict=halve))
    verdicts = [{"score": 1.0, "claims": [{"text": "done", "holds": True}]}, {"part": "odd", "score": 0.5}]
    played = played_result(verdicts=verdicts, parts={"odd": 1.0})
    changed = EpisodeVerdict(score=0.8, checker="abc")
    judged = later_verdict(changed, known_parts(played, None), was=played.score, created="2026-12-01")
    assert [(item.part, item.score) for item in judged.verdicts] == [("", 0.8), ("odd", 0.4)]
    assert (judged.score, judged.was, judged.parts, judged.verdicts[1].title) == (
        0.4,
        0.5,
        {"odd": 1.0},
        "the odd part",
    )
    again = with_rechecks({("os/a", 1): played}, {("os/a", 1): judged})["os/a", 1]
    assert (again.score, again.claims) == (0.4, ())
    assert played.claims and EpisodeResult.model_validate_json(played.model_dump_json()) == played


def test_a_part_without_a_verdict_leaves_no_score(declare: Any) -> None:
    def undecided(_record: object, _before: float) -> EpisodeVerdict:
        return EpisodeVerdict(score=None, problem="the odd part says nothing")

    declare(declared(record=float, verdict=undecided))
    played = played_result(verdicts=[{"score": 1.0}], parts={"odd": 1.0})
    with pytest.raises(JudgeError, match="the odd part says nothing"):
        later_verdict(played.checked, played.parts, was=None, created="")
    missing = verdict_of_part("odd", all_parts()["odd"], 1.0, 1.0)
    assert missing is not None
    lost = with_verdict(played, missing)
    assert (lost.status, lost.score) == ("infra_error", None) and lost.error is not None
    assert lost.checked == played.checked


def test_the_score_of_a_checker_is_not_that_of_a_part_which_is_missing(declare: Any) -> None:
    played = played_result(verdicts=[{"score": 1.0}, {"part": "gone", "score": 0.5}], parts={"gone": 1})
    assert played.checked is not None and (played.checked.score, played.score) == (1.0, 0.5)
    with pytest.raises(JudgeError, match="the part gone, whose verdict counts, is not installed"):
        known_parts(played, None)


@pytest.mark.parametrize(
    ("verdict", "problem"),
    [
        (fail, "verdict raised"),
        (lambda _record, _before: EpisodeVerdict(score=None), "neither a score nor a problem"),
        (lambda _record, _before: 0.5, "verdict returned 0.5"),
    ],
)
def test_a_verdict_that_cannot_be_used_names_the_part(declare: Any, verdict: Any, problem: str) -> None:
    declare(declared(record=float, verdict=verdict))
    with pytest.raises(PluginError, match=problem):
        verdict_of_part("odd", all_parts()["odd"], 1.0, 1.0)


def test_a_tool_of_a_part_is_none_of_the_guest(declare: Any) -> None:
    tool = Tool("odd_ask", "Ask.", {"type": "object", "properties": {"why": {"type": "string"}}}, app="odd")
    declare(declared(own_tools=(tool,)))
    assert [item.name for item in tools_of_parts({"odd"})] == ["odd_ask"] and tools_of_parts(
        {"user"}
    ) != tools_of_parts({"odd"})
    call = {"type": "tool_call", "name": "odd_ask", "arguments": {"why": "secret"}}
    kept = Redactor([]).event({"event": "action", "action": call})["action"]
    assert kept["name"] == "odd_ask" and list(kept["arguments"]) == ["why"]
