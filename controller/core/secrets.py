"""Secrets in texts: the notations in which a key may be repeated."""

from __future__ import annotations

import json
from base64 import b64encode
from urllib.parse import quote


def notations(secret: str) -> list[str]:
    """Return how a text may hold a secret, longest first: as it is, in JSON, in a URL, in base64."""
    in_json = json.dumps(secret)[1:-1]
    forms = {
        secret,
        in_json,
        json.dumps(secret, ensure_ascii=False)[1:-1],
        in_json.replace("/", "\\/"),
        in_json.replace("+", "\\u002b"),
        quote(secret),
        quote(secret, safe=""),
        b64encode(secret.encode()).decode().rstrip("="),
    }
    return sorted(forms, key=len, reverse=True)
