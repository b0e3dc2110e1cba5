"""Mock platforms with the environment that points the SDKs at them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from plugins.mock_models.base import ModelServer, Script
from plugins.mock_models.platforms import (
    API_VERSION,
    KEY,
    PROJECT,
    REGION,
    TOKEN,
    platform_apis,
)

VARIABLES = (
    *("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "GEMINI_API_KEY"),
    *("AWS_BEARER_TOKEN_BEDROCK", "ANTHROPIC_AWS_API_KEY", "AWS_REGION", "AWS_DEFAULT_REGION"),
    *("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"),
    *("ANTHROPIC_BEDROCK_MANTLE_BASE_URL", "ANTHROPIC_FOUNDRY_BASE_URL", "ANTHROPIC_FOUNDRY_API_KEY"),
    *("ANTHROPIC_FOUNDRY_RESOURCE", "ANTHROPIC_VERTEX_BASE_URL", "GOOGLE_VERTEX_BASE_URL"),
    *("ANTHROPIC_VERTEX_PROJECT_ID", "GOOGLE_CLOUD_PROJECT", "CLOUD_ML_REGION", "GOOGLE_CLOUD_LOCATION"),
    *("AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN", "AZURE_OPENAI_ENDPOINT", "OPENAI_API_VERSION"),
    *("GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_API_KEY"),
)


@contextmanager
def on_platform(
    platform: str, script: Script, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> Iterator[ModelServer]:
    """A mock of the platform; the variables of its SDK name it and the credentials that it accepts."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    with ModelServer(platform_apis(platform), script) as server, google_tokens() as token_uri:
        variables = {
            "bedrock": {
                "ANTHROPIC_BEDROCK_MANTLE_BASE_URL": f"{server.url}/anthropic",
                "AWS_BEARER_TOKEN_BEDROCK": KEY,
                "AWS_REGION": REGION,
            },
            "foundry": {
                "ANTHROPIC_FOUNDRY_BASE_URL": f"{server.url}/anthropic",
                "ANTHROPIC_FOUNDRY_API_KEY": KEY,
            },
            "azure": {
                "AZURE_OPENAI_ENDPOINT": server.url,
                "AZURE_OPENAI_API_KEY": KEY,
                "OPENAI_API_VERSION": API_VERSION,
            },
            "vertex": {
                "ANTHROPIC_VERTEX_BASE_URL": f"{server.url}/v1",
                "GOOGLE_VERTEX_BASE_URL": server.url,
                "GOOGLE_CLOUD_PROJECT": PROJECT,
                "GOOGLE_CLOUD_LOCATION": REGION,
                "GOOGLE_APPLICATION_CREDENTIALS": str(service_account(folder, token_uri)),
            },
        }[platform]
        for variable, value in variables.items():
            monkeypatch.setenv(variable, value)
        yield server


def service_account(folder: Path, token_uri: str) -> Path:
    """A file with the credentials of a service account, whose tokens come from `token_uri`."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    account = {
        "type": "service_account",
        "project_id": PROJECT,
        "private_key_id": "mock",
        "private_key": pem.decode(),
        "client_email": "mock@mock-project.iam.gserviceaccount.com",
        "token_uri": token_uri,
    }
    path = folder / "account.json"
    path.write_text(json.dumps(account))
    return path


@contextmanager
def google_tokens() -> Iterator[str]:
    """Google's endpoint for tokens, which takes the assertion of a service account."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            grant = parse_qs(body).get("grant_type")
            good = grant == ["urn:ietf:params:oauth:grant-type:jwt-bearer"] and "assertion" in body
            self.send_response(200 if good else 400)
            self.send_header("content-type", "application/json")
            self.end_headers()
            token = {"access_token": TOKEN, "expires_in": 3600, "token_type": "Bearer"}
            self.wfile.write(json.dumps(token if good else {"error": "invalid_grant"}).encode())

        def log_message(self, *_arguments: object) -> None:
            """Requests are not news."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/token"
        server.shutdown()
        thread.join()
