"""`testbed mock-model` as a process: what it prints, how it ends, what it refuses."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from controller.cli.main import call
from plugins.mock_models.base import MockRequest
from plugins.mock_models.script import play, read_script
from plugins.mock_models.turns import ApiError, BrokenBody, ErrorAnswer, MockAnswer, RawAnswer
from testbed.errors import UsageError
from tests.controller.conftest import DATA

REQUEST = {
    "model": "claude-sonnet-5-5",
    "max_tokens": 10,
    "messages": [{"role": "user", "content": "hi"}],
}
HEADERS = {"anthropic-version": "2023-06-01", "x-api-key": "any"}
SCRIPT = """
[[answer]]
text = "Hello."
thought = "Hm."
model = "claude-other"
delay = 0.5

[[answer]]
status = 529
headers = { retry-after = "1" }
times = 2

[[answer]]
body = "{"

[[answer]]
content = [{ type = "text", text = "and so" }]
stop = "max_tokens"
cut = "drop"

[[answer]]
actions = [{ type = "click", x = 1, y = 2 }, { type = "terminate", status = "success" }]
"""


@contextmanager
def serving(
    *options: str, tasks: Path = DATA, background: bool = False
) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """The command running, and the environment it says to export; `background` as a shell's `&` starts it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "testbed", "mock-model", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TESTBED_TASKS": str(tasks), "COLUMNS": "200"},
        preexec_fn=_ignore_interrupts if background else None,
    )
    assert process.stdout is not None
    try:
        lines = [process.stdout.readline() for _ in range(2)]
        yield process, dict(line.removeprefix("export ").strip().split("=", 1) for line in lines)
    finally:
        process.kill()
        process.communicate()


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def ended(process: subprocess.Popen[str], number: int = signal.SIGINT) -> tuple[int, str]:
    process.send_signal(number)
    _, stderr = process.communicate(timeout=60)
    return process.returncode, stderr


@pytest.mark.slow
def test_it_serves_until_interrupted_and_tells_each_request(tmp_path: Path) -> None:
    script = tmp_path / "script.toml"
    script.write_text('[[answer]]\ntext = "Hello."\n')
    with serving("--api", "anthropic", "--script", str(script)) as (process, environment):
        assert environment["ANTHROPIC_API_KEY"]
        url = environment["ANTHROPIC_BASE_URL"] + "/v1/messages"
        answer = httpx2.post(url, json=REQUEST, headers=HEADERS, timeout=60)
        assert answer.json()["content"] == [{"type": "text", "text": "Hello."}]
        code, stderr = ended(process)
    assert code == 0
    assert "1 anthropic 200" in stderr
    assert "1 requests, 0 of them refused" in stderr
    assert "Traceback" not in stderr


@pytest.mark.slow
def test_refused_requests_are_counted_and_change_the_exit_code() -> None:
    with serving("--api", "anthropic", "--solve", "any") as (process, environment):
        url = environment["ANTHROPIC_BASE_URL"] + "/v1/messages"
        unknown = httpx2.post(url, json=REQUEST, headers=HEADERS, timeout=60)
        assert unknown.status_code == 400
        assert "has no task's instruction" in unknown.json()["error"]["message"]
        wrong = httpx2.post(url, json={**REQUEST, "wisdom": 1}, headers=HEADERS, timeout=60)
        assert wrong.json()["error"]["message"] == "wisdom: Extra inputs are not permitted"
        code, stderr = ended(process, signal.SIGTERM)
    assert code == 1
    assert "refused: wisdom: Extra inputs are not permitted" in stderr
    assert "2 requests, 2 of them refused" in stderr


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_in_a_shells_background_it_obeys_signals_too(number: signal.Signals) -> None:
    with serving("--api", "anthropic", "--solve", "any", background=True) as (process, _):
        code, stderr = ended(process, number)
    assert (code, "0 requests, 0 of them refused" in stderr) == (0, True)


@pytest.mark.slow
def test_a_task_that_is_added_meanwhile_is_solved(tmp_path: Path) -> None:
    shutil.copytree(DATA / "os" / "write_note", tmp_path / "os" / "write_note")
    request = {
        "model": "qwen3-vl-32b-instruct",
        "messages": [{"role": "user", "content": "Write two into b.txt."}],
        "tools": [{"type": "function", "function": {"name": "filesystem_write_file"}}],
    }
    with serving("--api", "openai", "--solve", "any", tasks=tmp_path) as (process, environment):
        url = environment["OPENAI_BASE_URL"] + "/chat/completions"
        headers = {"authorization": "Bearer any"}
        assert httpx2.post(url, json=request, headers=headers, timeout=60).status_code == 400
        added = tmp_path / "os" / "write_two"
        shutil.copytree(DATA / "os" / "write_note", added)
        file = added / "task.toml"
        instruction = 'instruction = "Write two into b.txt."'
        file.write_text(re.sub(r"^instruction = .*$", instruction, file.read_text(), flags=re.MULTILINE))
        answer = httpx2.post(url, json=request, headers=headers, timeout=60)
        ended(process)
    [call] = answer.json()["choices"][0]["message"]["tool_calls"]
    assert call["function"]["name"] == "filesystem_write_file"


def test_a_script_is_read_whole_and_played_in_order(tmp_path: Path) -> None:
    path = tmp_path / "script.toml"
    path.write_text(SCRIPT)
    items = [entry.item() for entry in read_script(path)]
    assert isinstance(items[0], MockAnswer)
    assert (items[0].text, items[0].thought, items[0].model, items[0].delay) == (
        "Hello.",
        "Hm.",
        "claude-other",
        0.5,
    )
    assert items[1] == ErrorAnswer(529, "overloaded_error", headers={"retry-after": "1"})
    assert items[2] == BrokenBody(b"{")
    assert items[3] == RawAnswer(({"type": "text", "text": "and so"},), "max_tokens", cut="drop")
    assert isinstance(items[4], MockAnswer)
    assert [action.type for action in items[4].actions] == ["click", "terminate"]
    answer = play(read_script(path), None)
    request = MockRequest(None, {})  # type: ignore[arg-type]
    assert [answer(request) for _ in range(6)] == [items[0], items[1], *items[1:]]
    with pytest.raises(ApiError, match="at its end"):
        answer(request)


def test_lines_of_json_are_a_script_too_and_the_solver_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    path.write_text('{"solve": true, "cut": "drop"}\n\n{"status": 500}\n')
    request = MockRequest(None, {})  # type: ignore[arg-type]
    answer = play(read_script(path), lambda _: MockAnswer(text="solved", mark="m"))
    assert answer(request) == MockAnswer(text="solved", mark="m", cut="drop")
    assert answer(request) == ErrorAnswer(500, "api_error")
    assert answer(request) == MockAnswer(text="solved", mark="m")
    with pytest.raises(UsageError, match="--solve"):
        play(read_script(path), None)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.toml", "", "has no entry"),
        ("a.toml", "answer = 3", r"only \[\[answer\]\] entries"),
        ("a.toml", "[answers]", "not answers"),
        ("a.toml", "[[answer", "is not valid TOML"),
        ("a.toml", "[[answer]]\ndelay = 1", "answer 1: must have one of actions, text"),
        (
            "a.toml",
            "[[answer]]\ntext = 'x'\nstatus = 500",
            "text cannot be combined with status|status cannot",
        ),
        ("a.toml", "[[answer]]\nstatus = 200", "answer 1: status"),
        ("a.toml", "[[answer]]\ntext = 'x'\n[[answer]]\nwisdom = 1", "answer 2: wisdom"),
        ("a.toml", "[[answer]]\nactions = [{type = 'fly'}]", "answer 1: actions.0"),
        ("a.toml", "[[answer]]\ntext = 'x'\ncut = 'up'", "answer 1: cut"),
        ("a.jsonl", "{", "line 1 is not valid JSON"),
        ("a.jsonl", json.dumps({"text": "x"}) + "\n[]", "line 2"),
    ],
)
def test_the_error_of_an_invalid_script(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(UsageError, match=message):
        read_script(tmp_path / name)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "specify --script or --solve"),
        (["--solve", "well"], "invalid value for --solve: 'well' (use any, gui or mcp)"),
        (["--solve", "any", "--screen", "big"], "invalid value for --screen: 'big'"),
        (
            ["--solve", "any", "--api", "acme"],
            "invalid value for --api: 'acme' (use anthropic, google or openai)",
        ),
        (["--script", "/nowhere/x.toml"], "cannot be read"),
        (["--script", "/nowhere/x.toml", "--mistakes", "0.1"], "--mistakes requires --solve"),
        (["--solve", "any", "--mistakes", "1.5"], "--mistakes"),
    ],
)
def test_wrong_usage_is_said(options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["mock-model", "--port", "0", *options]) == 2
    assert message in capsys.readouterr().err


def test_a_port_in_use_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with serving("--api", "anthropic", "--solve", "any") as (_, environment):
        port = environment["ANTHROPIC_BASE_URL"].rpartition(":")[2]
        assert call(["mock-model", "--solve", "any", "--port", port]) == 2
    assert f"port {port} cannot be used" in capsys.readouterr().err


def _posts(url: str, model: str) -> list[httpx2.Response]:
    """A request to each API for a model of that name."""
    message = {"role": "user", "content": "hi"}
    gemini = {"contents": [{"role": "user", "parts": [{"text": "hi"}]}]}
    key = {"x-goog-api-key": "any"}
    bearer = {"authorization": "Bearer any"}
    post = httpx2.post
    return [
        post(f"{url}/v1/messages", json=REQUEST | {"model": model}, headers=HEADERS),
        post(f"{url}/v1/responses", json={"model": model, "input": "hi"}, headers=bearer),
        post(f"{url}/v1/chat/completions", json={"model": model, "messages": [message]}, headers=bearer),
        post(f"{url}/v1beta/models/{model}:generateContent", json=gemini, headers=key),
        httpx2.get(f"{url}/v1/models/{model}", headers=HEADERS),
        httpx2.get(f"{url}/v1beta/models/{model}", headers=key),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("any_model", [False, True])
def test_the_models_are_told_and_any_can_be_taken(tmp_path: Path, any_model: bool) -> None:
    script = tmp_path / "answers.toml"
    script.write_text('[[answer]]\ntext = "Hello."\ntimes = 9\n')
    with serving("--script", str(script), *(["--any-model"] if any_model else [])) as (process, variables):
        url = variables["ANTHROPIC_BASE_URL"]
        answers = _posts(url, "my-own-7b")
        assert [answer.status_code for answer in answers] == [200 if any_model else 404] * 6
        if any_model:
            served = [answer.json().get("model") for answer in answers[:3]]
            assert served == ["my-own-7b"] * 3 and answers[3].json()["modelVersion"] == "my-own-7b"
        code, told = ended(process)
    assert code == (0 if any_model else 1)
    assert "models of anthropic: claude-" in told and "models of google: gemini-" in told
    assert ("of any other name, too" if any_model else "any other name with --any-model") in told
