"""The token of a cluster: whoever has it can run code on all nodes. `ray start`, unlike `ray.init`, makes none."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

MODE, VARIABLES = "RAY_AUTH_MODE", ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")
"""Ray's variables: whether a token is asked for, and where it is if not in the user's home."""


def make_token(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Write a new token, readable by its owner alone, where Ray looks for it (https://docs.ray.io, "token auth").

    Returns:
        The file; None if the user has a token already, or has switched tokens off.
    """
    if environment.get(MODE, "").lower() != "token" or any(environment.get(name) for name in VARIABLES):
        return None
    path = Path.home() / ".ray" / "auth_token"
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return None
    with os.fdopen(file, "w") as stream:
        stream.write(secrets.token_hex(32))
    return path
