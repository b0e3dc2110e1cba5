"""The mock's table of Claude models is its own: an error in the client's table ends in a refusal."""

from __future__ import annotations

import ast
import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.agents.builtin.anthropic import models as client_models
from controller.agents.builtin.anthropic.models import ALL_EFFORTS, KNOWN
from controller.agents.builtin.anthropic.settings import make_setup
from controller.agents.contract import AgentOptions
from controller.models.scaling import ScaledView
from plugins import mock_models
from plugins.mock_models.anthropic_models import DATED, NAMES, SERVED, find_model
from plugins.mock_models.anthropic_rules import KEY, check_request
from plugins.mock_models.turns import ApiError
from testbed.errors import UsageError

VIEW = ScaledView(1280, 720, 1280, 720)
THINKING = ("auto", "adaptive", "off", 2048)


def refusal(request: dict[str, Any]) -> str:
    """The mock's reason to refuse a request, "" when it takes it."""
    body = dict(request)
    headers = {"x-api-key": KEY, "anthropic-version": "2026-10-21", **body.pop("extra_headers", {})}
    try:
        check_request(json.dumps(body).encode(), headers, KEY)
    except ApiError as error:
        return error.message
    return ""


def request_with(model: str, **settings: Any) -> dict[str, Any]:
    """The request of an agent with these settings. Raises UsageError as the agent does."""
    setup = make_setup(AgentOptions(model=model, settings=settings))
    hello = {"role": "user", "content": [{"type": "text", "text": "hello"}]}
    return setup.request("s", [setup.computer.entry(VIEW)], [hello])


def test_both_tables_have_the_same_models() -> None:
    assert set(KNOWN) == set(SERVED)
    assert {find_model(name) for name in DATED} <= set(SERVED.values())


@pytest.mark.parametrize("model", NAMES)
def test_what_the_client_sends_is_taken_and_what_it_refuses_would_be_refused(model: str) -> None:
    for thinking, effort in itertools.product(THINKING, (None, *ALL_EFFORTS)):
        settings = {"thinking": thinking} | ({"effort": effort} if effort else {})
        try:
            request = request_with(model, **settings)
        except UsageError:
            for body in forcing_requests(model, thinking, effort):
                assert refusal(body), settings
        else:
            assert refusal(request) == "", settings


def forcing_requests(model: str, thinking: str | int, effort: str | None) -> Iterator[dict[str, Any]]:
    """The requests that would mean a setting, whatever the client's table says."""
    kinds = {"adaptive": ("adaptive",), "off": ("disabled", "between_tools")}.get(str(thinking), ("enabled",))
    request = request_with(model)
    for kind in kinds if thinking != "auto" else (request["thinking"]["type"],):
        request["thinking"] = {"type": kind, **({"budget_tokens": 2048} if kind == "enabled" else {})}
        yield request | ({"output_config": {"effort": effort}} if effort else {})


@pytest.mark.parametrize(
    ("model", "error", "expected"),
    [
        ("claude-fable-5", {"thinking": ("disabled",)}, '"thinking.type.disabled" is not supported'),
        ("claude-opus-5", {"thinking": ("enabled",)}, '"thinking.type.enabled" is not supported'),
        (
            "claude-opus-4-5",
            {"computer": client_models.TOOLSET},
            "does not support computer_toolset_20260801",
        ),
    ],
)
def test_an_error_in_the_clients_table_is_seen(
    model: str, error: dict[str, Any], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal(request_with(model)) == ""
    wrong = replace(client_models.find_model(model), **error)
    monkeypatch.setitem(client_models._MODELS, model, wrong)
    assert expected in refusal(request_with(model))


def test_an_effort_that_the_clients_table_allows_wrongly_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="does not take effort=max"):
        request_with("claude-opus-4-5", effort="max")
    wrong = replace(client_models.find_model("claude-opus-4-5"), efforts=ALL_EFFORTS)
    monkeypatch.setitem(client_models._MODELS, "claude-opus-4-5", wrong)
    assert "effort: max is not supported" in refusal(request_with("claude-opus-4-5", effort="max"))


def test_the_mock_imports_no_facts_about_models_from_the_client() -> None:
    paths = list(Path(mock_models.__path__[0]).glob("anthropic_*.py"))
    assert len(paths) > 5
    for path in paths:
        nodes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
        assert not any((node.module or "").startswith("controller") for node in nodes), path


def test_a_response_longer_than_the_model_can_write_is_refused() -> None:
    assert "maximum allowed number of output tokens" in refusal(
        request_with("claude-haiku-4-5", max_tokens=64_001)
    )
    assert refusal(request_with("claude-opus-5-5", max_tokens=128_000)) == ""


def test_sampling_is_refused() -> None:
    """The SDK has no such parameters any more."""
    assert "temperature" in refusal(request_with("claude-sonnet-5-5") | {"temperature": 0.5})
