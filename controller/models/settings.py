"""Parses the command line's options about a model's API."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from testbed.errors import UsageError


def parse_settings(given: Iterable[str]) -> dict[str, Any]:
    """Parse settings: `["k=2", "api=chat"]` -> `{"k": 2, "api": "chat"}`. Raises UsageError."""
    settings: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not name or not equals:
            raise UsageError(f"invalid setting {text!r}", hint="use --set KEY=VALUE")
        if name in settings:
            raise UsageError(f"the setting {name!r} is given twice", hint="give it once")
        settings[name] = _value(value)
    return settings


def parse_base_url(text: str) -> str:
    """Check a base URL, which the run's record holds. Raises UsageError unless it is "" or a plain HTTP address."""
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        whole = False
    if not whole:
        raise UsageError(f"invalid address of a model API: {text!r}", hint="use --base-url https://HOST/PATH")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise UsageError(
            "a base URL must not contain a user, password or query, because it is recorded",
            hint="give the key in the agent's environment variable",
        )
    return text.rstrip("/")


def environment_url(variable: str) -> str:
    """Return the base URL in an environment variable, "" when it is not set.

    Raises UsageError for one that `--base-url` would refuse.
    """
    try:
        return parse_base_url(os.environ.get(variable, "").strip())
    except UsageError as error:
        raise UsageError(
            f"{variable}: {error.message}", hint=f"set {variable} to https://HOST/PATH"
        ) from error


def _value(text: str) -> Any:
    """A TOML value that JSON can hold, else the text itself."""
    try:
        value = tomllib.loads(f"value = {text}")
        json.dumps(value, allow_nan=False)
    except (tomllib.TOMLDecodeError, TypeError, ValueError):
        return text.strip()
    return value["value"] if len(value) == 1 else text.strip()
