"""`testbed tasks synthesize` on fake guests: what is left, what is refused, resuming and replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from plugins.mock_models.openai_rules import KEY
from tests.controller.synthesis.scripted import (
    CALCULATE,
    CHAIN,
    FUZZY,
    GOOD,
    PROBES,
    RATING,
    TASK,
    server,
    synthesize,
)

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)


def stage(path: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(Path("made", path).read_text())
    return read


def chain(*steps: tuple[str, str]) -> str:
    return json.dumps({"steps": [{"tool": tool, "arguments": {"expression": text}} for tool, text in steps]})


def change(whole: str, /, **fields: Any) -> str:
    return json.dumps({**json.loads(whole), **fields})


def test_a_task_is_drafted_and_the_draft_is_a_task_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    with server(GOOD) as model:
        assert synthesize(model, Path("made"), "--count", "1") == 0
        assert model.errors == []
    draft = Path("made/drafts/synthetic/add_prices_01")
    assert {path.name for path in draft.iterdir()} >= {"task.toml", "check.py", "solve.py"}
    assert 'reference = "All together it is 742."' in (draft / "task.toml").read_text()
    assert {"idle", "mcp", "wrong_no_answer", "wrong_other_values"} <= set(stage("01/proof.json")["proven"])
    monkeypatch.setenv("TESTBED_TASKS", "made/drafts")
    run = ["run", "--provider", "fake", "--agent", "oracle", "--display", "none", "--out", "again"]
    assert call(run) == 0
    result = json.loads(next(Path("again").rglob("result.json")).read_text())
    assert result["score"] == 1.0 and result["answer"] == "All together it is 742."


def test_bad_answers_are_refused_with_the_fault_and_asked_again() -> None:
    bad_chains = [
        "Here is a chain for you.",
        chain((CALCULATE, "1+2"), ("calculator_divide", "${1}")),
        chain((CALCULATE, "1+2"), (CALCULATE, "3+4")),
        chain((CALCULATE, "1+2"), (CALCULATE, "${3}+1")),
        chain((CALCULATE, "1+2"), (CALCULATE, "${1.price}+1")),
        chain((CALCULATE, "one"), (CALCULATE, "${1}+1")),
    ]
    bad_tasks = [
        change(TASK, instruction=f"Use {CALCULATE}."),
        change(TASK, instruction="The sum of 19, 23 and 700 is 742; say so."),
        change(TASK, values=["742"]),
        change(TASK, values=["${9}"], answer="It is ${9}."),
        change(TASK, name="Add Prices!"),
    ]
    bad_ratings = [change(RATING, solvability=11), change(RATING, utility="high"), '{"solvability": 9}']
    bad_fuzzy = [
        json.dumps({"fuzzy": "What does it come to?"}),
        change(FUZZY, fuzzy="19, 23, 700: is it 742?"),
    ]
    answers = [PROBES, *bad_chains, CHAIN, *bad_tasks, TASK, *bad_ratings, RATING, *bad_fuzzy, FUZZY]
    with server(answers) as model:
        assert synthesize(model, Path("made"), "--count", "1", "--answers", "7") == 0
        told = [request["messages"][-1]["content"] for request in model.requests]
    faults = {name: stage(f"01/{name}.json")["faults"] for name in ("chain", "task", "rating", "fuzzy")}
    expected = {
        "chain": [
            "is not a JSON object",
            "no tool 'calculator_divide'",
            "no step needs",
            "step 3, which does not come before",
            "is no JSON|has no price",
            "failed",
        ],
        "task": ["names the tool", "gives away", "is no reference", "no step 9", "lower-case"],
        "rating": ["out of|from 1 to 10", "whole number", "utility is missing"],
        "fuzzy": ["the number", "gives away"],
    }
    for name, parts in expected.items():
        assert len(faults[name]) == len(parts), faults[name]
        for fault, part in zip(faults[name], parts, strict=True):
            assert any(one in fault for one in part.split("|")), (fault, part)
            assert any(fault in str(text) for text in told), fault


def test_after_the_last_bad_answer_the_next_task_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    longer = chain((CALCULATE, "19+23"), (CALCULATE, "${1}+700"), (CALCULATE, "${2}+0"))
    useless = change(RATING, utility=4)
    answers = [PROBES, "no", "{", CHAIN, TASK, useless, CHAIN, longer, TASK, RATING, FUZZY]
    with server(answers) as model:
        assert synthesize(model, Path("made"), "--count", "3", "--answers", "2") == 0
        assert model.errors == []
    lines = capsys.readouterr().err
    assert "an earlier chain calls the same tools" in stage("03/chain.json")["faults"][0]
    assert "task 3: proven, left in made/drafts/synthetic/add_prices_03" in lines
    assert "task 1: no chain could be executed, after 2 bad answers" in lines
    assert "task 2: dropped: solvability 10 of at least 9, utility 4 of at least 5" in lines


def test_what_is_there_is_not_asked_again() -> None:
    with server(GOOD[:3]) as model:  # the script ends before the rating
        assert synthesize(model, Path("made"), "--count", "1") != 0
    assert not Path("made/01/rating.json").exists()
    with server(GOOD[3:]) as model:
        assert synthesize(model, Path("made"), "--count", "1") == 0
        assert len(model.requests) == 2
    with server(["nothing is asked"]) as model:
        assert synthesize(model, Path("made"), "--count", "1") == 0
        assert model.requests == []


def test_a_synthesis_is_replayed_without_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    with server([PROBES, "prose", *GOOD[1:]]) as model:
        assert synthesize(model, Path("made"), "--count", "1") == 0
    monkeypatch.delenv("OPENAI_API_KEY")
    assert synthesize(None, Path("again"), "--count", "1", "--replay", "made") == 0
    for name in ("chain", "task", "rating", "fuzzy", "proof"):
        assert Path("again/01", f"{name}.json").read_text() == Path("made/01", f"{name}.json").read_text()


def test_a_folder_of_something_else_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("other").mkdir()
    Path("other/letter.txt").write_text("dear")
    assert synthesize(None, Path("other")) == 2
    assert "is not empty" in capsys.readouterr().err
    with server(GOOD) as model:
        synthesize(model, Path("made"), "--count", "1")
    assert synthesize(None, Path("made"), servers="memory") == 2
    assert "another servers" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("servers", "message"),
    [("calculato", "did you mean 'calculator'"), ("", "invalid value"), ("memory,memory", "invalid value")],
)
def test_servers_that_make_no_sense_are_refused(
    servers: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert synthesize(None, Path("made"), servers=servers) == 2
    assert message in capsys.readouterr().err
    assert not Path("made").exists()


OWN = """
[[server]]
id = "diary"
purpose = "Says what the diary has."
command = ["diary"]
keys = { SECRET = "DIARY_KEY" }
"""


@pytest.mark.parametrize(
    ("text", "servers", "message"),
    [
        (OWN, "diary", "the server 'diary' needs a key of 8 printable characters or more in DIARY_KEY"),
        (OWN, "diaryy", "neither the pool nor --server-file has 'diaryy' (did you mean 'diary'?)"),
        (
            OWN,
            "xyz",
            "neither the pool nor --server-file has 'xyz' (servers of your own: --server-file FILE)",
        ),
        ("[[server", "diary", "own.toml: not valid TOML"),
    ],
)
def test_servers_of_the_users_own_are_looked_at_first(
    text: str, servers: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DIARY_KEY", raising=False)
    Path("own.toml").write_text(text)
    assert synthesize(None, Path("made"), "--server-file", "own.toml", servers=servers) == 2
    assert message in " ".join(capsys.readouterr().err.split())
    assert not Path("made").exists()


def test_a_synthesis_goes_on_with_the_same_servers_of_the_users_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DIARY_KEY", "a-key-of-enough-characters")
    Path("own.toml").write_text(OWN)
    own = ("--server-file", "own.toml", "--count", "1")
    with server(GOOD) as model:  # no fake guest runs the server
        assert synthesize(model, Path("made"), *own, servers="diary,calculator") != 0
    assert stage("settings.json")["servers"] == ["diary", "calculator"]
    capsys.readouterr()
    Path("own.toml").write_text(OWN.replace('["diary"]', '["diary", "--new"]'))
    assert synthesize(None, Path("made"), *own, servers="diary,calculator") == 2
    assert "another server_hashes" in capsys.readouterr().err
