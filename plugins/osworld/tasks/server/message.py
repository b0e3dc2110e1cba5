"""Requests and responses, whatever carries them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Request:
    """A request.

    Attributes:
        method: "GET" or "POST".
        path: Its path, from "/".
        fields: The object of a JSON body, or the fields of a form.
        files: The files of a form.
    """

    method: str
    path: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Response:
    """A response: HTTP status, body and its media type."""

    status: int
    body: bytes
    media_type: str

    @classmethod
    def json(cls, value: object, status: int = 200) -> Response:
        """A response of JSON."""
        return cls(status, json.dumps(value).encode(), "application/json")

    @classmethod
    def text(cls, text: str, status: int = 200) -> Response:
        """A response of text, which OSWorld's server sends as HTML."""
        return cls(status, text.encode(), "text/html; charset=utf-8")

    @classmethod
    def data(cls, data: bytes, media_type: str = "application/octet-stream") -> Response:
        """A response of bytes."""
        return cls(200, data, media_type)
