"""Where the guest's MCP server listens, and its bearer token. Imports the standard library alone."""

from __future__ import annotations

from pathlib import Path

HOST, PORT, PATH = "127.0.0.1", 8931, "/mcp"
TOKEN_FILE = Path("/etc/testbed/token")
MIN_LENGTH = 16


class TokenError(Exception):
    """The token file cannot be used; the message says why and what to do."""


def read_token(path: Path) -> str:
    """The token in `path`, without surrounding white space. Raises TokenError."""
    try:
        token = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise TokenError(
            f"the token file {path} cannot be read: {error}; the provider writes it before boot"
        ) from error
    if len(token) < MIN_LENGTH:
        raise TokenError(
            f"the token in {path} has {len(token)} characters; write at least {MIN_LENGTH} random ones"
        )
    return token
