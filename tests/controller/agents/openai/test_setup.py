"""How the openai agent is set up: what is decided by model and endpoint, what is refused before a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from controller.agents.builtin.openai.agent import describe
from controller.agents.builtin.openai.preflight import check_endpoint, check_tools
from controller.agents.builtin.openai.setup import DEFAULT_MODEL, setup_of
from controller.agents.contract import AgentOptions
from controller.models.client import ModelClient
from controller.models.exchange import RetryPolicy
from controller.models.openai_api import KEY_VARIABLE, URL_VARIABLE, is_openai, open_client
from plugins.mock_models.base import ModelServer
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_chat import reply as chat_reply
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.openai_rules import KEY
from testbed.errors import ModelApiError, UsageError

ELSEWHERE = "http://127.0.0.1:9/v1"


CLIENTS: list[ModelClient] = []


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.delenv(URL_VARIABLE, raising=False)
    yield
    while CLIENTS:
        CLIENTS.pop().close()


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with ModelServer([OpenAIResponses(KEY), OpenAIChat(KEY)], []) as server:
        yield f"{server.url}/v1"


def options(**more: Any) -> AgentOptions:
    CLIENTS.append(ModelClient(RetryPolicy(attempts=1)))
    return AgentOptions(model_client=CLIENTS[-1], **more)


@pytest.mark.parametrize(
    ("base_url", "model", "settings", "expected"),
    [
        ("", "", {}, "api responses; computer computer; coordinates absolute, patch 1; detail original"),
        ("", "gpt-5", {}, "api responses; computer functions; coordinates absolute, patch 1; detail high"),
        ("", "gpt-5.4-nano", {}, "api responses; computer functions;"),
        (
            "",
            "computer-use-preview",
            {},
            "computer computer_use_preview; coordinates absolute, patch 1; detail high",
        ),
        ("", "gpt-5.4", {"api": "chat"}, "api chat; computer functions;"),
        ("", "gpt-5", {"computer": "computer"}, "computer computer;"),
        (ELSEWHERE, "openai/gpt-5.4", {"api": "responses"}, "api responses; computer functions;"),
        (
            ELSEWHERE,
            "",
            {},
            "api responses; computer computer; coordinates absolute, patch 1; detail original",
        ),
        ("", "gpt-5.4-mini", {}, "computer computer; coordinates absolute, patch 1; detail high"),
        (
            ELSEWHERE,
            "qwen3-vl-32b",
            {},
            "api chat; computer functions; coordinates 0-1000, patch 1; detail -",
        ),
        (ELSEWHERE, "qwen3-vl-32b", {"coordinates": "absolute", "patch": 32}, "absolute, patch 32"),
        (ELSEWHERE, "qwen2.5-vl-7b", {}, "coordinates absolute, patch 28"),
    ],
)
def test_what_is_left_open_is_decided(
    base_url: str, model: str, settings: Mapping[str, Any], expected: str
) -> None:
    setup = setup_of(options(base_url=base_url, model=model, settings=settings))
    assert expected in str(setup)
    assert setup.model == (model or DEFAULT_MODEL)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"settings": {"colour": 1}}, r"colour: is unknown\nhint: .*coordinates"),
        ({"settings": {"api": "soap"}}, "api: should be 'responses' or 'chat'"),
        ({"settings": {"temperature": 3}}, "temperature"),
        ({"settings": {"images": 2, "images_kept": 3}}, "images_kept is more than images"),
        ({"settings": {"api": "chat", "computer": "computer"}}, "part of the Responses API alone"),
        ({"settings": {"api": "chat", "summary": "auto"}}, "summary is part of the Responses API alone"),
        ({"model": "gpt-6-astra", "settings": {"effort": "none"}}, "gpt-6-astra takes no effort 'none'"),
        (
            {"model": "gpt-5", "settings": {"temperature": 1}},
            r"gpt-5 takes no temperature.*\nhint: omit temperature$",
        ),
        (
            {"settings": {"temperature": 0.2, "effort": "low"}},
            r"gpt-6.1-terra takes no temperature while it reasons\nhint: omit temperature, or add --set effort=none",
        ),
    ],
)
def test_settings_that_do_not_fit_are_refused(more: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        setup_of(options(**more))


def test_no_address_decides_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    models = ("", "qwen3-vl-32b", "ft:gpt-4.1:lab")
    before = [setup_of(options(model=model)) for model in models]
    assert [setup_of(options(model=model, base_url=ELSEWHERE)) for model in models] == before
    monkeypatch.setenv(URL_VARIABLE, ELSEWHERE)
    assert [setup_of(options(model=model)) for model in models] == before
    assert [setup.api for setup in before] == ["responses", "chat", "responses"]


def test_whose_endpoint_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_openai()
    assert is_openai("https://eu.api.openai.com/v1")
    assert not is_openai("https://openai.com.example.org/v1")
    monkeypatch.setenv(URL_VARIABLE, ELSEWHERE)
    assert not is_openai()


def test_describe_says_what_is_missing_before_any_guest_starts(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = describe(options(base_url=url, model="gpt-5.4", actions="gui", settings={"api": "chat"}))
    assert (card.name, card.model) == ("openai", "gpt-5.4")
    assert {"setup", "system", "computer_click", "result_picture"} <= set(card.prompts)
    native = describe(options(base_url=url, model="gpt-5.4", settings={"api": "responses"}))
    assert "grey picture" in native.prompts["system"]
    assert "computer_click" not in native.prompts
    with pytest.raises(UsageError, match=r"serves no model 'gpt-nobody'.*\n.*--model MODEL: gpt-6.1-terra"):
        describe(options(base_url=url, model="gpt-nobody"))
    with pytest.raises(UsageError, match="no variant 'fast'"):
        describe(options(base_url=url, model="gpt-5.4", variant="fast"))
    monkeypatch.setenv(KEY_VARIABLE, "wrong")
    with pytest.raises(UsageError, match=f"refuses the key.*\n.*{KEY_VARIABLE}"):
        describe(options(base_url=url, model="gpt-5.4"))
    monkeypatch.delenv(KEY_VARIABLE)
    with pytest.raises(UsageError, match=rf"{KEY_VARIABLE} is not set.*\n.*--agent oracle"):
        describe(options())
    with pytest.raises(UsageError, match="refuses the key"):  # "none" is sent
        describe(options(base_url=url, model="gpt-5.4"))


@pytest.mark.parametrize(
    ("model", "settings", "expected"),
    [
        (
            "gpt-6.1-sol",
            {"api": "chat"},
            "with effort unset\nhint: use --set api=responses, or --calling prompt$",
        ),
        (
            "gpt-6-luna",
            {"api": "chat"},
            "with effort unset\nhint: use --set api=responses, or --calling prompt, or --set effort=none",
        ),
        ("gpt-5.4", {"api": "chat", "effort": "low"}, "with effort low\n.*effort=none"),
        (
            "gpt-5-pro",
            {"api": "chat"},
            "Chat Completions\nhint: use --set api=responses, or --calling prompt$",
        ),
        ("gpt-3.5-turbo", {}, "takes no images, .*\n.*--model gpt-6.1-terra"),
        ("gpt-4.2", {}, "no model that OpenAI is known to have served\n.*--model gpt-6.1-terra"),
    ],
)
def test_what_openai_refuses_is_refused_by_the_models_name(
    model: str, settings: Mapping[str, Any], expected: str
) -> None:
    chosen = options(model=model, settings=settings)
    setup = setup_of(chosen)
    with pytest.raises(UsageError, match=expected):
        check_endpoint(setup, chosen, open_client(chosen.model_client))


def test_another_server_is_asked_where_openai_would_refuse(url: str) -> None:
    with ModelServer([OpenAIResponses(KEY), OpenAIChat(KEY)], [chat_reply("Hm.")] * 9) as server:
        here = f"{server.url}/v1"
        with pytest.raises(UsageError, match=r"Function tools with .*\nhint: use --set api=responses, or"):
            describe(options(base_url=here, model="gpt-6-luna", settings={"api": "chat"}))
        assert (len(server.requests), len(server.errors)) == (0, 1)
        for settings in ({"api": "chat", "effort": "none"}, {"api": "responses"}):
            describe(options(base_url=here, model="gpt-6-luna", settings=settings))
        assert (len(server.requests), len(server.errors)) == (0, 1)


def test_openai_takes_no_more_tools_whatever_the_setting(url: str) -> None:
    chosen = options(model="gpt-5.4", max_tools_offered=158, settings={"max_tools": 0})
    with pytest.raises(UsageError, match=r"at most 128\nhint: use --tool-filter rag or router"):
        check_tools(setup_of(chosen), chosen)
    elsewhere = options(base_url=url, model="gpt-5.4", max_tools_offered=158, settings={"max_tools": 0})
    check_tools(setup_of(elsewhere), elsewhere)


def test_an_api_out_of_reach_is_said() -> None:
    with pytest.raises(ModelApiError, match="Connection error"):
        describe(options(base_url=ELSEWHERE, model="gpt-5.4"))
