"""Variants of tasks in runs: chosen, recorded, resumed, judged again, compared, exported and shown."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.adapters.gymnasium_env import DesktopEnv
from controller.cli.display import Silence
from controller.cli.main import call
from controller.core.actions import Terminate, ToolCall
from controller.guests.fake.provider import FakeProvider
from controller.metrics.run_loader import load_records
from controller.proofs.proof_cases import count_cases
from controller.proofs.validation import prove
from controller.proofs.verdicts import not_proven
from controller.records.run_records import RunRecords
from controller.results.comparison.compare import compare
from controller.results.run_data import load_run
from controller.results.viewer.episode_file import open_attempt
from controller.tasks.selection import load_tasks
from controller.tasks.task import recorded_variant, with_variant
from testbed.errors import TaskError, UsageError

Printed = pytest.CaptureFixture[str]
Parts = dict[str, str]
FAKE = ["--provider", "fake", "--display", "none"]


@pytest.fixture
def root(
    tmp_path: Path,
    task_folder: Callable[..., Path],
    variant_task: Parts,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """A suite of a task with variants, and one without."""
    task_folder("os/word", **variant_task)
    solve = """
    from controller.core.actions import ToolCall

    def mcp():
        yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done"})
    """
    toml = 'instruction = "x"\napplications = ["os"]\ntools = ["filesystem_write_file"]\n'
    task_folder("os/note", toml=toml, solve=solve)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "tasks"


def words(root: Path, *numbers: int) -> list[str]:
    [task] = load_tasks(["os/word"], root)
    return [recorded_variant(with_variant(task, number))["facts"]["word"] for number in numbers]


def run(out: str, *arguments: str, exit_code: int = 0, agent: str = "oracle") -> RunRecords:
    assert call(["run", *FAKE, "--agent", agent, "--out", out, *arguments]) == exit_code
    return RunRecords.open(Path(out))


def break_word(root: Path, part: str, old: str, new: str) -> None:
    path = root / "os/word" / part
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_a_run_plays_and_records_the_variant(root: Path, tmp_path: Path) -> None:
    records = run("a", "--variant", "7")
    [word] = words(root, 7)
    result = records.result("os/word", 1)
    assert result is not None and (result.score, result.variant) == (1.0, 7)
    assert word in result.claims[0].text
    other = records.result("os/note", 1)
    assert other is not None and (other.score, other.variant) == (1.0, 0)
    entry = next(entry for entry in records.info.tasks if entry.id == "os/word")
    assert list(entry.variants) == [7] and word in entry.instruction
    assert json.loads((tmp_path / "a/run.json").read_text())["options"]["variants"]["task_variant"] == 7
    start = json.loads((records.recorder("os/word", 1).folder / "events.jsonl").read_text().splitlines()[0])
    assert start["variant"] == 7 and start["facts"] == {"word": word, "lines": ["one", "two"]}


def test_each_epoch_plays_the_next_variant(root: Path, capsys: Printed) -> None:
    records = run("a", "--variants", "per-epoch", "--variant", "3", "--epochs", "3")
    results = [records.result("os/word", epoch) for epoch in (1, 2, 3)]
    assert [result.variant for result in results if result] == [3, 4, 5]
    assert all(result and result.score == 1.0 for result in results)
    assert "2 tasks, 3 epoch(s), variants 3 to 5, one an epoch" in capsys.readouterr().out
    run("b", "--config", "a/run.json")
    assert load_records(RunRecords.open(Path("b"))).summary()["variants"] == [3, 4, 5]


def test_an_agent_that_knows_the_canonical_answer_fails_a_variant(root: Path) -> None:
    solve = (
        (root / "os/word/solve.py")
        .read_text()
        .replace("yield from write(facts.word)", 'yield from write("apple")')
    )
    (root / "os/word/solve.py").write_text(solve)
    assert run("a").result("os/word", 1).score == 1.0  # type: ignore[union-attr]
    assert run("b", "--variant", "1").result("os/word", 1).score < 1.0  # type: ignore[union-attr,operator]


@pytest.mark.parametrize("wrong", [["--variants", "each"], ["--variant", "-1"], ["--variant", "x"]])
def test_wrong_options_are_refused(root: Path, wrong: list[str], capsys: Printed) -> None:
    assert call(["run", *FAKE, "--out", "a", *wrong]) == 2
    assert "--variant" in capsys.readouterr().err


def test_variants_of_tasks_that_have_none_are_refused(root: Path, capsys: Printed) -> None:
    assert call(["run", *FAKE, "--out", "a", "--task", "os/note", "--variant", "2"]) == 2
    assert "none of the 1 selected tasks has variants" in capsys.readouterr().err.replace("\n", " ")


def test_resume_keeps_to_the_variants(root: Path) -> None:
    records = run("a", "--variants", "per-epoch", "--epochs", "2", "--task", "os/word")
    (records.recorder("os/word", 2).folder / "result.json").unlink()
    assert call(["resume", "a", "--display", "none"]) == 0
    result = RunRecords.open(Path("a")).result("os/word", 2)
    assert result is not None and (result.variant, result.score) == (1, 1.0)


def test_recheck_and_mutants_use_the_facts_of_each_episode(root: Path, capsys: Printed) -> None:
    run("a", "--variants", "per-epoch", "--epochs", "2", "--variant", "5", "--task", "os/word")
    capsys.readouterr()
    assert call(["score", "a", "--recheck", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["episodes"]
    assert [(item["epoch"], item["new"], item["reason"]) for item in found] == [(1, 1.0, ""), (2, 1.0, "")]
    assert call(["tasks", "mutate", "a", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    others = [mutant["outcome"] for mutant in data["mutants"] if not mutant["additive"]]
    assert set(others) == {"killed"} and data["not_mutated"] == {}
    break_word(root, "variant.py", "Dear", "Hello")
    assert call(["score", "a", "--recheck", "--json"]) in (0, 1)
    assert "have changed" in json.loads(capsys.readouterr().out)["episodes"][0]["reason"]


def test_a_malformed_variant_holds_up_nothing_else(root: Path, capsys: Printed) -> None:
    break_word(root, "task.toml", "{word} into", "{wort} into")
    records = run("a")
    word, note = (records.result(name, 1) for name in ("os/word", "os/note"))
    assert word is not None and word.status == "skipped" and word.error is not None
    assert "there is no fact 'wort'" in word.error.message
    assert note is not None and note.score == 1.0
    line = next(
        line for line in capsys.readouterr().err.splitlines() if line.startswith("os/word is skipped")
    )
    assert (
        "task.toml:1: instruction: there is no fact 'wort'" in line
        and "name one of these facts: word" in line
    )
    assert call(["tasks", "list", "--json"]) == 0
    shown = capsys.readouterr()
    assert [task["id"] for task in json.loads(shown.out)] == ["os/note"]
    assert shown.err.count("\n") == 1 and "no fact 'wort'" in shown.err
    assert call(["tasks", "audit", "--json"]) == 1
    [finding] = [
        item for item in json.loads(capsys.readouterr().out)["findings"] if item["task"] == "os/word"
    ]
    assert finding["kind"] == "malformed variant" and "no fact 'wort'" in finding["text"]


def test_validation_proves_three_variants_or_those_named(root: Path, tmp_path: Path) -> None:
    tasks = load_tasks(["os/word"], root)
    verdicts = prove(tasks, FakeProvider(), 2, tmp_path / "proof", Silence())
    assert not_proven(verdicts) == {}
    names = {verdict.name for verdict in verdicts}
    for number in (0, 1, 2):
        assert {
            f"{name} (variant {number})" for name in ("idle", "mcp", "also_by_hand", "facts and files")
        } <= names
    assert (tmp_path / "proof/os/word/variant-2/mcp/result.json").is_file()
    assert count_cases(tasks) == 15 and count_cases(tasks, [4]) == 5
    named = prove(tasks, FakeProvider(), 2, tmp_path / "named", Silence(), variants=[4])
    assert {verdict.name for verdict in named if "variant" in verdict.name} == {
        f"{name} (variant 4)"
        for name in (
            *("idle", "mcp", "also_by_hand", "wrong_twice", "wrong_word_of_the_canonical_variant"),
            "facts and files",
        )
    }


def test_a_variant_that_is_not_proven_is_named(root: Path, tmp_path: Path) -> None:
    break_word(root, "solve.py", "yield from write(facts.word)", 'yield from write("apple")')
    failed = not_proven(prove(load_tasks(["os/word"], root), FakeProvider(), 2, tmp_path / "p", Silence()))
    assert [verdict.name for verdict in failed["os/word"]] == ["mcp (variant 1)", "mcp (variant 2)"]


def test_validation_reports_a_malformed_variant_beside_the_proof_of_others(
    root: Path, capsys: Printed
) -> None:
    break_word(root, "variant.py", "write_text(letter(facts))", "write_bytes(__import__('os').urandom(4))")
    assert call(["tasks", "validate", "os/word", *FAKE, "--json", "--out", "p", "--variant", "1"]) == 1
    by_name = {verdict["name"]: verdict for verdict in json.loads(capsys.readouterr().out)}
    why = by_name["facts and files (variant 1)"]["reason"]
    assert "two makings of files/letter.txt differ" in why and "facts alone" in why


def test_few_variants_are_a_finding(root: Path, capsys: Printed) -> None:
    break_word(root, "variant.py", "range(8)", "range(2)")
    assert call(["tasks", "audit", "--task", "os/word", "--json"]) == 1
    found = {item["kind"]: item["text"] for item in json.loads(capsys.readouterr().out)["findings"]}
    assert found["few variants"] == "10000 variants have 65 different facts; 1000 are needed"


def test_list_and_show_tell_of_variants(root: Path, capsys: Printed) -> None:
    assert call(["tasks", "list"]) == 0
    assert "2 tasks, 2 tool-beneficial, 1 with variants" in capsys.readouterr().out
    assert call(["tasks", "show", "os/word", "--variant", "2"]) == 0
    shown = capsys.readouterr().out
    [word] = words(root, 2)
    assert "variant: 2\n" in shown and f"  word: {word}\n" in shown and f"Write {word} into" in shown
    assert call(["tasks", "show", "os/word", "--json"]) == 0
    [data] = json.loads(capsys.readouterr().out)
    assert data["has_variants"] and data["variant"] == 0 and data["facts"]["word"] == "apple"


def test_runs_are_paired_by_task_and_variant(root: Path, capsys: Printed) -> None:
    a = run("a", "--variants", "per-epoch", "--epochs", "3", "--task", "os/word")
    b = run(
        "b", "--variants", "per-epoch", "--epochs", "3", "--variant", "1", "--task", "os/word", agent="noop"
    )
    comparison = compare(load_records(a), load_records(b))
    assert comparison.common.same == comparison.common.partly == ("os/word",)
    assert [(item.variant, item.epochs_a, item.epochs_b) for item in comparison.lost] == [
        (1, (2,), (1,)),
        (2, (3,), (2,)),
    ]
    assert comparison.groups["overall"]["accuracy"].difference == -1.0
    capsys.readouterr()
    assert call(["compare", "a", "b"]) == 0
    shown = capsys.readouterr().out
    assert "os/word (variant 2)" in shown and "1 tasks are compared over the variants that both" in shown


def test_runs_of_other_variants_are_not_compared(root: Path) -> None:
    a, b = run("a", "--variant", "1"), run("b", "--variant", "2")
    with pytest.raises(UsageError, match=r"1 in other variants \(os/word\); 1 are the same"):
        compare(load_records(a), load_records(b))
    common = compare(load_records(a), load_records(b), common_only=True).common
    assert common.same == ("os/note",) and common.other_variants == ("os/word",)
    only = [run(name, "--variant", number, "--task", "os/word") for name, number in (("c", "1"), ("d", "2"))]
    with pytest.raises(UsageError, match="in the same variant"):
        compare(load_records(only[0]), load_records(only[1]), common_only=True)


def test_exports_data_and_viewer_have_the_variant_and_its_instruction(root: Path) -> None:
    records = run("a", "--variants", "per-epoch", "--epochs", "2", "--variant", "8")
    assert call(["export", "a", "--format", "csv", "--out", "csv"]) == 0
    with Path("csv/episodes.csv").open() as file:
        rows = {(row["task"], row["epoch"]): row["variant"] for row in csv.DictReader(file)}
    assert rows == {("os/word", "1"): "8", ("os/word", "2"): "9", ("os/note", "1"): "", ("os/note", "2"): ""}
    episodes = {(item.task, item.epoch): item for item in load_run("a").episodes}
    assert episodes["os/word", 2].variant == 9 and episodes["os/note", 2].variant is None
    for number, word in zip((1, 2), words(root, 8, 9), strict=True):
        assert episodes["os/word", number].instruction.startswith(f"Write {word} into")
        attempt = open_attempt(records, "os/word", number)
        assert attempt is not None
        page = attempt.page("a")
        assert f"Write {word} into" in page and f"variant {number + 7}" in page
    note = open_attempt(records, "os/note", 1)
    assert note is not None and "variant" not in note.page("a")


def test_a_study_plays_the_variants_of_its_file_or_command_line(root: Path) -> None:
    Path("s.toml").write_text('agents = ["oracle"]\nepochs = 2\nvariant = 4\nvariants = "per-epoch"\n')
    assert call(["study", "s.toml", *FAKE, "--out", "s"]) == 0
    [folder] = [path for path in Path("s").iterdir() if path.is_dir()]
    assert RunRecords.open(folder).info.variants == (4, 5)
    assert call(["study", "s.toml", *FAKE, "--out", "t", "--variant", "9", "--variants", "same"]) == 0
    [folder] = [path for path in Path("t").iterdir() if path.is_dir()]
    assert RunRecords.open(folder).info.variants == (9,)
    assert call(["study", "s.toml", *FAKE, "--out", "u", "--variants", "each"]) == 2


def test_the_environment_is_reset_to_a_variant(root: Path) -> None:
    with DesktopEnv("os/*", FakeProvider(), steps=3) as env:
        _, info = env.reset(seed=1, options={"task": "os/word", "variant": 7})
        [word] = words(root, 7)
        assert info["variant"] == 7 and word in info["instruction"]
        arguments = {"path": "/home/user/note.txt", "content": word}
        env.step(env.encode(ToolCall(name="filesystem_write_file", arguments=arguments)))
        assert env.step(env.encode(Terminate(status="success")))[1] == 1.0
        _, info = env.reset(options={"task": "os/word"})
        assert info["variant"] == 0 and "apple" in info["instruction"]
        _, info = env.reset(options={"task": "os/note", "variant": 7})
        assert info["variant"] == 0
        drawn: list[Any] = []
        for _ in range(2):
            env.reset(seed=3)
            drawn.append(env.reset(options={"task": "os/word", "variant": "random"})[1]["variant"])
        assert drawn[0] == drawn[1] > 0
        for wrong in (-1, "seven", 1.5, True):
            with pytest.raises(UsageError, match="option variant"):
                env.reset(options={"variant": wrong})
        break_word(root, "task.toml", "{word} into", "{wort} into")
    malformed = load_tasks(["os/word"], root)
    with DesktopEnv(malformed, FakeProvider()) as env, pytest.raises(TaskError, match="no fact 'wort'"):
        env.reset(options={"variant": 2})
