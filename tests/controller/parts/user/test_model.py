"""`--user-model`: a model answers for the users of tasks, over a real HTTP connection to an endpoint."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.models.client import ModelClient
from controller.parts.user import UserOptions
from controller.parts.user.model import MOST_CHARACTERS, ModelUser, open_user_model
from controller.records.run_records import RunRecords
from controller.tasks.user import Knowledge, TaskUser
from testbed.errors import ModelApiError, UsageError
from tests.controller.models.endpoint import Act, Endpoint, answer
from tests.controller.parts.user.test_part import SOLVE, TOML, USER

MODEL = "a-person"
KEY = "sk-user-0123456789"
FACTS = TaskUser((Knowledge(("word",), "The word is done."),), "I do not know.")


def completion(text: str | None, **message: Any) -> Act:
    """A response of Chat Completions."""
    body = {
        "id": "c-1",
        "object": "chat.completion",
        "created": 1,
        "model": MODEL,
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": text, **message},
            }
        ],
        "usage": {"prompt_tokens": 40, "completion_tokens": 6, "total_tokens": 46},
    }
    return answer(json.dumps(body).encode(), content_type="application/json")


def asked(endpoint: Endpoint) -> list[list[dict[str, Any]]]:
    """The conversations that the endpoint was sent."""
    bodies = [
        body for path, body in zip(endpoint.paths, endpoint.bodies, strict=True) if "models" not in path
    ]
    return [json.loads(body)["messages"] for body in bodies]


def text_of(message: dict[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


@pytest.fixture(autouse=True)
def root(tmp_path: Path, task_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    folder = task_folder("os/ask", toml=TOML, solve=SOLVE)
    (folder / "user.toml").write_text(USER)
    task_folder("os/plain", toml=TOML, solve=SOLVE.replace("seen = yield ASK", "").replace("seen.", "ASK."))
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def client() -> Iterator[ModelClient]:
    client = ModelClient()
    yield client
    client.close()


def user(endpoint: Endpoint, client: ModelClient) -> ModelUser:
    return ModelUser(FACTS, "Write the word.", open_user_model(client, MODEL, endpoint.url))


def run(endpoint: Endpoint, *more: str, task: str = "os/ask", out: str = "made") -> int:
    command = ["run", "--provider", "fake", "--display", "none", "--agent", "oracle", "--task", task]
    command += ["--user-model", MODEL, "--user-base-url", endpoint.url, "--out", out]
    return call([*command, *more])


def serve(*acts: Act) -> Endpoint:
    """An endpoint that lists no models, and then answers so."""
    return Endpoint([answer(status=404), *acts])


@pytest.mark.parametrize(("text", "score"), [("The word is done.", 1.0), ("The word is other.", 0.0)])
def test_the_agent_reads_what_the_model_answers(text: str, score: float) -> None:
    with serve(completion(text)) as endpoint:
        assert run(endpoint) == 0
    records = RunRecords.open(Path("made"))
    [result] = records.results().values()
    assert (result.score, result.parts["user"], result.usage.calls, result.usage.input_tokens) == (
        score,
        1,
        1,
        40,
    )
    [[system, question]] = asked(endpoint)
    assert system["role"] == "system" and "- The word is done." in text_of(system)
    assert "Write the word that I tell you into note.txt." in text_of(system)
    assert text_of(question) == "Which word?"


def test_the_model_and_its_prompt_are_recorded_and_marked_and_its_address_is_not_shared() -> None:
    with serve(completion("The word is done.")) as endpoint:
        assert run(endpoint) == 0
    info = RunRecords.open(Path("made")).info
    assert info.options.of_part("user") == UserOptions(user_model=MODEL, user_base_url=endpoint.url)
    assert "You play the user" in info.agent.prompts["user"]
    marks = json.loads(Path("made/summary.json").read_text())["provenance"]["marks"]
    assert f"user: {MODEL}" in marks
    written = b"".join(path.read_bytes() for path in Path("made").rglob("*") if path.is_file())
    assert KEY.encode() not in written
    assert call(["view", "--static", "pages", "made"]) == 0
    pages = "".join(path.read_text() for path in Path("pages").rglob("*.html"))
    assert MODEL in pages and f"{endpoint.url}<" not in pages


def test_a_run_is_replayed_without_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(completion("The word is done.")) as endpoint:
        assert run(endpoint) == 0
    monkeypatch.delenv("OPENAI_API_KEY")
    assert call(["run", "--replay", "made", "--out", "again", "--display", "none"]) == 0
    [result] = RunRecords.open(Path("again")).results().values()
    assert (result.score, result.parts["user"], result.usage.differences) == (1.0, 1, 0)


def test_an_api_that_fails_is_no_failure_of_the_agent() -> None:
    with serve(answer(b"<html>no such route</html>")) as endpoint:
        assert run(endpoint) == 1
    [result] = RunRecords.open(Path("made")).results().values()
    assert result.status == "infra_error" and result.error is not None
    assert "is not JSON" in result.error.message


def test_a_conversation_is_remembered(client: ModelClient) -> None:
    with Endpoint([completion("The word is done."), completion("I said so.")]) as endpoint:
        one = user(endpoint, client)
        assert one.answer({"question": "Which word?"}).text == "The word is done."
        assert one.answer({"question": "Sure?"}).text == "I said so."
    first, second = asked(endpoint)
    assert [text_of(message) for message in second[1:]] == ["Which word?", "The word is done.", "Sure?"]
    assert second[:2] == first


@pytest.mark.parametrize(
    "act",
    [
        completion(None),
        completion("  \n"),
        completion(None, refusal="I will not say that."),
        completion("<think>They want the word."),
    ],
    ids=["null", "blank", "refusal", "thoughts"],
)
def test_a_response_without_an_answer_is_that_the_user_does_not_know(act: Act, client: ModelClient) -> None:
    with Endpoint([act]) as endpoint:
        assert user(endpoint, client).answer({"question": "Which word?"}).text == FACTS.unknown


def test_thoughts_are_no_words_of_the_user(client: ModelClient) -> None:
    with Endpoint([completion("They want the word.\n</think>\nIt is done.")]) as endpoint:
        assert user(endpoint, client).answer({"question": "Which word?"}).text == "It is done."


def test_an_answer_is_bounded(client: ModelClient) -> None:
    with Endpoint([completion("word " * 10_000)]) as endpoint:
        assert len(user(endpoint, client).answer({"question": "Which?"}).text) <= MOST_CHARACTERS


@pytest.mark.parametrize("arguments", [{}, {"question": " "}, {"question": 3}, {"question": "a", "b": 1}])
def test_a_call_without_a_question_reaches_no_model(arguments: dict[str, Any], client: ModelClient) -> None:
    with Endpoint([completion("The word is done.")]) as endpoint:
        assert user(endpoint, client).answer(arguments).is_error
    assert endpoint.paths == []


def test_a_refused_request_is_an_error_of_the_api(client: ModelClient) -> None:
    refused = answer(b'{"error": {"message": "flagged", "code": "content_filter"}}', status=400)
    with Endpoint([refused]) as endpoint, pytest.raises(ModelApiError, match="flagged"):
        user(endpoint, client).answer({"question": "Which word?"})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--task", "os/plain", "--user-model", MODEL], "none of the 1 selected tasks has a user to ask"),
        (
            ["--task", "os/ask", "--user-base-url", "http://127.0.0.1:9"],
            "--user-base-url is given without a model",
        ),
    ],
)
def test_options_that_have_no_use_are_refused(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["run", "--provider", "fake", "--agent", "oracle", "--out", "made", *options]) == 2
    assert message in capsys.readouterr().err
    assert not Path("made").exists()


def test_a_missing_key_is_told_before_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], client: ModelClient
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(UsageError, match="OPENAI_API_KEY is not set"):
        open_user_model(client, MODEL, "").check_served()
    command = ["run", "--provider", "fake", "--agent", "oracle", "--task", "os/ask", "--user-model", MODEL]
    assert call([*command, "--out", "made"]) == 2
    assert f"--user-model {MODEL}: " in capsys.readouterr().err
    assert not Path("made").exists()
