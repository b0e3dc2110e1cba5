"""OSWorld's judge with evaluators of ours in place of OSWorld's."""

from __future__ import annotations

import contextlib
import copy
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from checkers import Score
from controller.adapters.python_run import run
from controller.core.guest import CommandResult
from controller.guests.fake.guest import FakeGuest
from controller.records.final_state import RecordingGuestView
from controller.records.recheck import recheck
from controller.records.replay_guest_view import ReplayGuestView
from controller.records.run_records import RunRecords
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.judging import judge
from plugins.osworld.tasks.judge import environment
from plugins.osworld.tasks.judge import verdict as verdict_module
from plugins.osworld.tasks.judge.environment import JudgePython
from plugins.osworld.tasks.judge.verdict import import_evaluators
from testbed.errors import CheckerError, GuestConnectionError, UsageError
from tests.plugins.osworld.tasks.conftest import PYTHON, MakeOSWorldTask, step
from tests.waiting import eventually

pytestmark = [pytest.mark.root, pytest.mark.usefixtures("evaluators")]

RULE = {"type": "rule", "rules": {"expected": "done"}}
FILE = {"type": "vm_file", "path": "/home/user/note", "dest": "note"}


@pytest.fixture
def verdict(osworld_task: MakeOSWorldTask, fake_guest: FakeGuest, tmp_path: Path) -> Any:
    """Judge the fake guest by an evaluator."""
    (tmp_path / "cache" / "t1").mkdir(parents=True)

    def score(evaluator: dict[str, Any], **fields: Any) -> Score:
        options = {"cache": str(tmp_path / "cache")}
        task = osworld_task(evaluator=evaluator, options=options, **fields)
        assert task.skip_reason == ""
        before = copy.deepcopy(task.json_.raw)
        result = judge(task, JudgedGuest(fake_guest, None), threading.Event())
        assert task.json_.raw == before
        return result

    return score


@pytest.mark.parametrize(("text", "value"), [(b"done", 1.0), (b"other", 0.0), (None, 0.0)])
def test_a_file_of_the_guest_is_compared(
    verdict: Any, fake_guest: FakeGuest, text: bytes | None, value: float
) -> None:
    if text is not None:
        fake_guest.write_file("/home/user/note", text)
    score = verdict({"func": "exact_match", "result": FILE, "expected": RULE})
    assert (score.value, score.claims[0].text) == (value, "exact_match is satisfied")


def test_several_functions_and_files_of_the_cache(
    verdict: Any, fake_guest: FakeGuest, tmp_path: Path
) -> None:
    (tmp_path / "cache" / "t1" / "gold.txt").write_text("done")
    gold = {"type": "cloud_file", "path": "https://example.org/gold", "dest": "gold.txt"}
    fake_guest.write_file("/home/user/note", b"done")
    evaluator = {"func": ["exact_match", "half"], "result": [FILE, FILE], "expected": [gold, None]}
    assert verdict(evaluator).value == 0.75


def test_the_output_of_a_step_is_a_file_of_the_cache(
    osworld_task: MakeOSWorldTask, fake_guest: FakeGuest
) -> None:
    evaluator = {
        "func": "exact_match",
        "postconfig": [step("execute", command=["echo", "done"], stdout="out.txt")],
        "result": {"type": "cache_file", "path": "out.txt"},
        "expected": {"type": "rule", "rules": {"expected": "done\n"}},
    }
    task = osworld_task(evaluator=evaluator)
    task.judging.prepare(fake_guest, threading.Event())
    assert judge(task, JudgedGuest(fake_guest, None), threading.Event()).value == 1.0


def test_the_screen_is_read_before_the_applications_are_stopped(
    osworld_task: MakeOSWorldTask, fake_guest: FakeGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(_guest: FakeGuest, argv: Sequence[str], **options: Any) -> CommandResult:
        assert options["as_user"]
        return CommandResult(tuple(argv), 0, b'"a shell"' if argv[-1] == "terminal" else b"done", b"")

    evaluator = {
        "func": ["exact_match", "exact_match"],
        "result": [{"type": "accessibility_tree"}, {"type": "vm_terminal_output"}],
        "expected": [RULE, {"type": "rule", "rules": {"expected": "a shell"}}],
    }
    task = osworld_task(evaluator=evaluator)
    with monkeypatch.context() as patched:
        patched.setattr(FakeGuest, "run", run)
        task.judging.prepare(fake_guest, threading.Event())
    assert judge(task, JudgedGuest(fake_guest, None), threading.Event()).value == 1.0


def test_evaluators_take_the_guests_time_also_when_it_is_judged_again(
    osworld_task: MakeOSWorldTask, fake_guest: FakeGuest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run(_guest: FakeGuest, argv: Sequence[str], **_: Any) -> CommandResult:
        assert argv == ["date", "+%s.%N"]
        return CommandResult(tuple(argv), 0, b"981173106.000000000\n", b"")

    rule = {"type": "rule", "rules": {"expected": [True, 2001, 2001, 2001]}}
    task = osworld_task(evaluator={"func": "exact_match", "result": {"type": "dates"}, "expected": rule})
    recording = RecordingGuestView(JudgedGuest(fake_guest, None), fake_guest, task.initial_state_hash)
    monkeypatch.setattr(recording, "_capture_home", lambda: None)
    with monkeypatch.context() as patched:
        patched.setattr(FakeGuest, "run", run)
        assert judge(task, recording, threading.Event()).value == 1.0
    for name, data in recording.blobs.items():
        (tmp_path / name).write_bytes(data)
    replayed = ReplayGuestView(recording.state, tmp_path, None)
    assert judge(task, replayed, threading.Event()).value == 1.0


def test_a_guest_without_ports_refuses(verdict: Any) -> None:
    score = verdict({"func": "exact_match", "result": {"type": "pages"}, "expected": RULE})
    assert score.value == 0.0 and score.claims[0].text.startswith("evaluator_error")


def test_commands_run_in_the_guest_and_prints_do_no_harm(
    verdict: Any, fake_guest: FakeGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(_guest: FakeGuest, argv: Sequence[str], **_: Any) -> CommandResult:
        return CommandResult(tuple(argv), 0, b"done", b"")

    monkeypatch.setattr(FakeGuest, "run", run)
    evaluator = {"func": "exact_match", "result": {"type": "python", "code": "print()"}, "expected": RULE}
    assert verdict(evaluator).value == 1.0


@pytest.mark.parametrize(
    ("function", "getter", "words"),
    [
        ("exact_match", {"type": "vm_file", "path": 7, "dest": "a"}, ["gives a verdict"]),
        ("half", {"type": "cache_file", "path": "none"}, ["FileNotFoundError", "Traceback"]),
        ("half", {"type": "picture_text"}, ["easyocr is not in the prepared environment"]),
        ("half", {"type": "accessibility_tree"}, ["nothing was kept of the screen: accessibility.xml"]),
        ("words", FILE, ["returns a number", "'very good'"]),
        ("too_much", FILE, ["returns a number", "7"]),
        ("memory", FILE, ["MemoryError"]),
        ("end_process", FILE, ["without a verdict"]),
    ],
)
def test_an_evaluator_that_fails_scores_nothing(
    verdict: Any, function: str, getter: dict[str, Any], words: list[str]
) -> None:
    score = verdict({"func": function, "result": getter})
    (claim,) = score.claims
    assert score.value == 0.0 and claim.text.startswith("evaluator_error: ")
    for word in words:
        assert word in f"{claim.text} {claim.found}"


def test_evaluators_that_cannot_be_imported_give_no_verdict(
    verdict: Any, checkout: Path, fake_guest: FakeGuest
) -> None:
    (checkout / "desktop_env" / "desktop_env.py").write_text("import a_package_that_nobody_has.inside\n")
    fake_guest.write_file("/home/user/note", b"done")
    with pytest.raises(CheckerError, match=r"cannot be imported: .*a_package_that_nobody_has") as error:
        verdict({"func": "exact_match", "result": FILE, "expected": RULE})
    assert "docs/osworld.md" in str(error.value)


def test_true_counts_as_one(verdict: Any) -> None:
    assert verdict({"func": "yes", "result": FILE}).value == 1.0


@pytest.mark.parametrize(
    ("line", "times"),
    [
        ('{"score": 1e999}', 1),
        ('{"score": -0.1}', 1),
        ('{"score": NaN}', 1),
        ('{"score": "1"}', 1),
        (f'{{"score": {"9" * 400}}}', 1),
        (f'{{"score": {"9" * 5000}}}', 1),
        ('{"error": ""}', 1),
        ('{"error": "\\ud800"}', 1),
        ('{"score": "\\ud800"}', 1),
        ("[", 100_000),
        ("x", verdict_module.LINE_LIMIT + 1),
        ("7", 1),
        ("{}", 1),
        ('{"file": "\\ud800"}', 1),
        ('{"file": "a\\u0000b"}', 1),
        ('{"run": 7, "timeout": 1}', 1),
        ('{"run": ["true"], "timeout": "soon"}', 1),
    ],
)
def test_a_hostile_message_from_the_sandbox_is_no_verdict(verdict: Any, line: str, times: int) -> None:
    score = verdict({"func": "half", "result": {"type": "raw_message", "line": line, "times": times}})
    (claim,) = score.claims
    assert score.value == 0.0 and claim.text.startswith("evaluator_error: ")
    assert len(f"{claim.text}{claim.found}".encode()) < 20_000


def test_a_hostile_time_limit_of_a_question_is_the_judges_own(
    verdict: Any, fake_guest: FakeGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[float] = []

    def run(_guest: FakeGuest, argv: Sequence[str], **options: Any) -> CommandResult:
        limits.append(options["timeout"])
        return CommandResult(tuple(argv), 0, b"", b"")

    monkeypatch.setattr(FakeGuest, "run", run)
    for limit in ("NaN", "-1", "1e999", "5"):
        line = f'{{"run": ["true"], "timeout": {limit}}}'
        verdict({"func": "half", "result": {"type": "raw_message", "line": line}})
    assert limits == [verdict_module.SECONDS] * 3 + [5.0]


def test_words_of_an_evaluator_make_no_error_of_the_host(verdict: Any) -> None:
    message = "unshare: the sandbox cannot be made"
    score = verdict(
        {"func": "half", "result": {"type": "raw_message", "line": "x", "error": message}},
    )
    assert score.value == 0.0 and message in score.claims[0].found


def test_a_sandbox_that_cannot_be_made_is_no_verdict(
    osworld_task: MakeOSWorldTask, fake_guest: FakeGuest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "sandbox.sh"
    script.write_text("echo 'mount: permission denied' >&2; exit 1\n")
    monkeypatch.setattr("plugins.osworld.tasks.judge.sandbox.SCRIPT", script)
    task = osworld_task(evaluator={"func": "half", "result": FILE})
    with pytest.raises(
        CheckerError, match=r"cannot be run in a sandbox on this host: mount: permission denied\n"
    ):
        judge(task, JudgedGuest(fake_guest, None), threading.Event())


def running(checkout: Path) -> list[str]:
    """The command lines of processes that judge by a checkout."""
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            lines.append(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
    return [line for line in lines if str(checkout) in line]


def test_an_evaluator_without_end_is_stopped(
    verdict: Any, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plugins.osworld.tasks.judge.verdict.SECONDS", 3.0)
    score = verdict({"func": "endless", "result": FILE})
    assert score.value == 0.0 and "without a verdict within 3 s" in score.claims[0].found
    eventually(lambda: not running(checkout), what="its process to end")


def test_an_evaluator_reaches_nothing_outside(verdict: Any, fake_guest: FakeGuest, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("of the host")
    fake_guest.write_file("/home/user/note", str(secret).encode())
    score = verdict({"func": "breaks_out", "result": FILE})
    assert score.value == 1.0, score.claims
    assert secret.read_text() == "of the host" and not Path("/usr/testbed-was-here").exists()


def test_a_lost_guest_is_no_verdict(osworld_task: MakeOSWorldTask, fake_guest: FakeGuest) -> None:
    task = osworld_task(evaluator={"func": "half", "result": FILE})
    fake_guest.stop()
    with pytest.raises(GuestConnectionError):
        judge(task, JudgedGuest(fake_guest, None), threading.Event())


def test_the_evaluators_of_a_checkout_are_counted_or_the_reason_is_named(checkout: Path) -> None:
    assert import_evaluators(checkout, PYTHON) == (11, 12)
    (checkout / "desktop_env" / "evaluators" / "metrics" / "__init__.py").write_text("import no_such_package")
    with pytest.raises(
        UsageError, match="cannot be imported: ModuleNotFoundError: No module named 'no_such_package'"
    ):
        import_evaluators(checkout, PYTHON)


def test_without_an_environment_a_feasible_task_cannot_run(
    osworld_task: MakeOSWorldTask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert environment.prepared_python() is None
    monkeypatch.setattr("plugins.osworld.tasks.task.prepared_python", lambda: None)
    task = osworld_task(evaluator={"func": "half", "result": FILE})
    assert "osworld prepare" in task.skip_reason
    with pytest.raises(UsageError, match="invalid value for --with: 'speech'"):
        environment.prepare(["speech"], print)


def test_an_environment_with_more_packages_serves_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for extras in (["runner"], ["audio", "runner"]):
        folder = environment._folder(extras)
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "python").symlink_to(sys.executable)
        (folder / "ready.json").write_text('{"bytes": 1}')
        assert environment.prepared_python(extras) == JudgePython.of(folder)
    for extras, expected in (((), ["runner"]), (("audio",), ["audio", "runner"])):
        assert environment.prepared_python(extras) == JudgePython.of(environment._folder(expected))
    assert environment.prepared_python(["ocr"]) is None


def test_every_package_of_runners_is_pinned_and_no_package_of_the_evaluators_is_another() -> None:
    pins = [
        dict(line.split("==") for line in path.read_text().splitlines())
        for path in (environment.REQUIREMENTS, environment.RUNNER_REQUIREMENTS)
    ]
    names = [{name.lower().replace("_", "-") for name in pin} for pin in pins]
    assert not names[0] & names[1]
    assert {"backoff", "openai", "groq", "tiktoken", "wrapt-timeout-decorator"} <= names[1]


def test_a_run_is_judged_and_judged_again_from_its_records(
    checkout: Path, write_task: Callable[..., Path], tmp_path: Path
) -> None:
    evaluator = {
        "func": "exact_match",
        "postconfig": [step("execute", command=["echo", "out"], stdout="out.txt")],
        "result": {"type": "cache_file", "path": "out.txt"},
        "expected": {"type": "rule", "rules": {"expected": "out\n"}},
    }
    config = [
        step("execute", command="printf 'out\\n'", stdout="first.txt"),
    ]
    write_task("os/t1", config=config, evaluator=evaluator)
    write_task("os/t2", evaluator=evaluator | {"postconfig": [step("open", path="/home/user/none")]})
    write_task("os/t3", evaluator={"func": "words", "result": FILE})
    finished = run(suite=f"osworld:{checkout}", agent="noop", provider="fake", out=tmp_path / "run", guests=1)
    first, second, third = finished.episodes
    assert (first.status, first.score) == ("completed", 1.0)
    assert second.score == 0.0 and "there is no such file or program" in str(second.result)
    assert (third.status, third.score) == ("completed", 0.0)
    assert finished.summary()["evaluator_errors"] == 1
    rechecked = recheck(RunRecords.open(tmp_path / "run"), tmp_path / "no folder")
    assert [(item.task, item.new, item.reason) for item in rechecked] == [
        ("os/t1", 1.0, ""),
        ("os/t2", 0.0, ""),
        ("os/t3", 0.0, ""),
    ]
