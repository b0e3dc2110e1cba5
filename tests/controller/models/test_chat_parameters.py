"""Parameters that servers of Chat Completions name differently: chosen by name, changed once by a refusal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.models.client import ModelClient
from controller.models.completion import ChatMessage, Completion, ModelSettings
from controller.models.completion_models import open_model
from controller.models.exchange import RetryPolicy
from testbed.errors import UsageError
from tests.controller.models.endpoint import Act, Endpoint, answer

GOOD = answer(
    json.dumps({"id": "x", "model": "m", "choices": [{"message": {"content": "Hm."}}]}).encode(),
    content_type="application/json",
)
NEWER = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."


def refusal(message: str, code: str | None = None, param: str | None = None) -> Act:
    error = {"message": message, "type": "invalid_request_error", "code": code, "param": param}
    return answer(json.dumps({"error": error}).encode(), 400, content_type="application/json")


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "some-key-of-nobody")


def ask(model: str, *acts: Act, temperature: float | None = 1.0, times: int = 1) -> list[dict[str, Any]]:
    """The requests that so many completions take."""
    model_client = ModelClient(RetryPolicy(attempts=1))
    with Endpoint(acts) as endpoint:
        try:
            choice = ModelSettings(model, f"{endpoint.url}/v1", temperature=temperature, max_tokens=500)
            opened = open_model(model_client, "paper", choice)
            for _ in range(times):
                completion: Completion = opened.complete([ChatMessage("user", ("Go.",))])
                assert completion.text == "Hm."
        finally:
            model_client.close()
    return [
        {key: value for key, value in json.loads(body).items() if key not in ("model", "messages")}
        for body in endpoint.bodies
    ]


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        ("gpt-5", {"max_completion_tokens": 500}),
        ("openai/gpt-6-luna", {"max_completion_tokens": 500}),
        ("gpt-4.1", {"max_completion_tokens": 500, "temperature": 1.0}),
        ("qwen3-vl-32b-instruct", {"max_tokens": 500, "temperature": 1.0}),
    ],
)
def test_the_models_name_decides_and_not_the_address(model: str, fields: dict[str, Any]) -> None:
    assert ask(model, GOOD) == [fields]


@pytest.mark.parametrize(
    "refused",
    [
        refusal(NEWER, "unsupported_parameter", "max_tokens"),
        refusal(NEWER),
        refusal("unknown field max_tokens"),
    ],
)
def test_a_refusal_corrects_the_name_once_for_the_conversation(refused: Act) -> None:
    older = {"max_tokens": 500, "temperature": 1.0}
    newer = {"max_completion_tokens": 500, "temperature": 1.0}
    assert ask("my-deployment", refused, GOOD, times=2) == [older, newer, newer]


def test_a_refused_default_temperature_is_left_out() -> None:
    refused = refusal("Unsupported parameter: 'temperature'", "unsupported_parameter", "temperature")
    requests = ask("my-deployment", refusal(NEWER), refused, GOOD)
    assert requests[-1] == {"max_completion_tokens": 500}


def test_a_temperature_that_was_chosen_is_not_left_out() -> None:
    refused = refusal("'temperature' does not support 0.5", "unsupported_value", "temperature")
    with pytest.raises(UsageError, match=r"does not support 0\.5") as error:
        ask("my-deployment", refused, GOOD, temperature=0.5)
    assert error.value.hint is not None
    assert "the parameter temperature" in error.value.hint
    assert "pictures" not in error.value.hint
    with pytest.raises(UsageError, match=r"gpt-5 reasons, and takes no temperature but 1\.0, not 0\.5"):
        ask("gpt-5", GOOD, temperature=0.5)


def test_a_server_that_knows_neither_name_is_not_asked_for_ever() -> None:
    with pytest.raises(
        UsageError, match=r"is unknown\nhint: the API refuses the parameter max_completion_tokens"
    ):
        ask("my-deployment", refusal(NEWER), refusal("max_completion_tokens is unknown"), GOOD)


@pytest.mark.parametrize(
    ("param", "hint"),
    [
        ("messages[1].content[0].image_url", "such as pictures"),
        (None, "such as pictures"),
        ("reasoning_effort", "the parameter reasoning_effort"),
    ],
)
def test_the_hint_names_what_the_server_names(param: str | None, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        ask("my-deployment", refusal("no", None, param))
    assert hint in str(error.value.hint)
