"""What `--set` and `--base-url` take."""

from __future__ import annotations

from typing import Any

import pytest

from controller.agents.contract import AgentOptions
from controller.agents.settings import AgentSettings, read_settings
from controller.models.settings import environment_url, parse_base_url, parse_settings
from testbed.errors import UsageError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("k=2", 2),
        ("k=0.5", 0.5),
        ("k=true", True),
        ('k="2"', "2"),
        ("k=[1, 2]", [1, 2]),
        ("k=chat", "chat"),
        ("k=0-1000", "0-1000"),
        ("k=a=b", "a=b"),
        ("k= spaced ", "spaced"),
        ("k=", ""),
        ("k=nan", "nan"),
        ("k=2026-11-21", "2026-11-21"),
        ("k=1\nother=2", "1\nother=2"),
        ("k={a = 1}", {"a": 1}),
    ],
)
def test_a_value_is_toml_or_text(text: str, value: Any) -> None:
    assert parse_settings([text]) == {"k": value}


@pytest.mark.parametrize("given", [["k"], ["=1"], ["k=1", "k=2"]])
def test_what_is_no_setting_is_refused(given: list[str]) -> None:
    with pytest.raises(UsageError):
        parse_settings(given)


@pytest.mark.parametrize(
    "text", ["localhost:8000", "ftp://host", "http://", "https://host:x", "http://h?key=1"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_base_url(text)


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(UsageError) as caught:
        parse_base_url("http://user:secret@host/v1")
    assert "secret" not in str(caught.value)


def test_the_environments_address_is_checked_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert environment_url("OPENAI_BASE_URL") == ""
    monkeypatch.setenv("OPENAI_BASE_URL", " http://host/v1/ ")
    assert environment_url("OPENAI_BASE_URL") == "http://host/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", "host/v1")
    with pytest.raises(
        UsageError, match=r"^OPENAI_BASE_URL: invalid address .*'host/v1'\n.*set OPENAI_BASE_URL"
    ):
        environment_url("OPENAI_BASE_URL")


class Knobs(AgentSettings):
    temperature: float = 1.0
    api: str = "responses"


def test_an_agent_reads_its_settings_and_names_them_when_one_is_wrong() -> None:
    read = read_settings("x", AgentOptions(settings={"temperature": 0}), Knobs)
    assert (read.temperature, read.api) == (0.0, "responses")
    with pytest.raises(
        UsageError, match=r"'x': temprature: is unknown\n.*supported settings: temperature, api"
    ):
        read_settings("x", AgentOptions(settings={"temprature": 0}), Knobs)
    with pytest.raises(UsageError, match=r"temperature: .* valid number"):
        read_settings("x", AgentOptions(settings={"temperature": "hot"}), Knobs)
