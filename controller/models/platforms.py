"""Models on cloud platforms: the vendors' own SDK classes, over an episode's model client.

URLs, headers, signatures and credentials are those of the SDK; requests are recorded, retried and counted as others.

    bedrock   Claude on Amazon Bedrock, through its Messages API (`AnthropicBedrockMantle`)
    vertex    Claude (`AnthropicVertex`) and Gemini (`genai.Client(vertexai=True)`) on Google Cloud's Vertex AI
    foundry   Claude in Microsoft Foundry (`AnthropicFoundry`)
    azure     OpenAI's models on Azure (`AzureOpenAI`)
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Any, Literal, cast, get_args

from controller.models.client import REPLAY_KEY, ModelClient
from testbed.errors import UsageError

Platform = Literal["", "bedrock", "vertex", "azure", "foundry"]
"""The value of `--via`; "" is the vendor's own API."""
PLATFORMS: tuple[Platform, ...] = tuple(name for name in get_args(Platform) if name)
BEDROCK_KEYS = ("AWS_BEARER_TOKEN_BEDROCK", "ANTHROPIC_AWS_API_KEY")
AWS_SECRETS = ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
AWS_REGIONS = ("AWS_REGION", "AWS_DEFAULT_REGION")
FOUNDRY_KEY, FOUNDRY_RESOURCE = "ANTHROPIC_FOUNDRY_API_KEY", "ANTHROPIC_FOUNDRY_RESOURCE"
AZURE_KEY, AZURE_TOKEN = "AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN"
AZURE_ENDPOINT, AZURE_VERSION = "AZURE_OPENAI_ENDPOINT", "OPENAI_API_VERSION"
PROJECT, CLAUDE_PROJECT = "GOOGLE_CLOUD_PROJECT", "ANTHROPIC_VERTEX_PROJECT_ID"
LOCATION, CLAUDE_LOCATION = "GOOGLE_CLOUD_LOCATION", "CLOUD_ML_REGION"
_SCOPE = "https://www.googleapis.com/auth/cloud-platform"
CREDENTIALS = {
    "bedrock": "AWS_BEARER_TOKEN_BEDROCK or the credentials of AWS",
    "vertex": "GOOGLE_APPLICATION_CREDENTIALS",
    "azure": AZURE_KEY,
    "foundry": FOUNDRY_KEY,
}
"""What holds the credentials, for error messages."""


def open_claude(model_client: ModelClient, via: Platform, base_url: str = "") -> Any:
    """Open the SDK's client for Claude on a platform; it has the `messages` of `anthropic.Anthropic`.

    Raises:
        UsageError: Credentials, the region or another variable is missing.
    """
    import anthropic

    common: dict[str, Any] = {"max_retries": 0, "http_client": model_client.http_client()}
    if base_url:
        common["base_url"] = base_url
    if via == "bedrock":
        return anthropic.AnthropicBedrockMantle(**common, **_aws(model_client))
    if via == "foundry":
        if not base_url and not os.environ.get("ANTHROPIC_FOUNDRY_BASE_URL"):
            resource = _require_variable(model_client, via, FOUNDRY_RESOURCE)
            return anthropic.AnthropicFoundry(
                api_key=_key(model_client, via, FOUNDRY_KEY), resource=resource, **common
            )
        return anthropic.AnthropicFoundry(api_key=_key(model_client, via, FOUNDRY_KEY), **common)
    return anthropic.AnthropicVertex(
        project_id=_require_variable(model_client, via, CLAUDE_PROJECT, PROJECT),
        region=_require_variable(model_client, via, CLAUDE_LOCATION, LOCATION),
        **common,
        **_google(model_client),
    )


def open_gemini(model_client: ModelClient, base_url: str = "") -> Any:
    """Open the SDK's client for Gemini on Vertex AI. Raises UsageError as `open_claude` does."""
    from google import genai
    from google.genai import types

    address = base_url or os.environ.get("GOOGLE_VERTEX_BASE_URL", "").strip()
    http = types.HttpOptions(httpx_client=model_client.http_client(), base_url=address or None)
    return genai.Client(
        vertexai=True,
        project=_require_variable(model_client, "vertex", PROJECT),
        location=_require_variable(model_client, "vertex", LOCATION),
        credentials=_google_credentials(model_client),
        http_options=http,
    )


def open_azure(model_client: ModelClient, base_url: str = "") -> Any:
    """Open the SDK's client for OpenAI's models on Azure; the model is the deployment's name.

    Raises:
        UsageError: The key or token, the endpoint or the API's version is missing.
    """
    import openai

    token = "" if model_client.replays else os.environ.get(AZURE_TOKEN, "").strip()
    auth = (
        {"azure_ad_token": model_client.key(AZURE_TOKEN, "openai")}
        if token
        else {"api_key": _key(model_client, "azure", AZURE_KEY)}
    )
    return openai.AzureOpenAI(
        azure_endpoint=base_url or _require_variable(model_client, "azure", AZURE_ENDPOINT),
        api_version=_require_variable(model_client, "azure", AZURE_VERSION),
        max_retries=0,
        http_client=model_client.http_client(),
        **cast(dict[str, Any], auth),
    )


def _aws(model_client: ModelClient) -> dict[str, Any]:
    """Arguments with the credentials: Bedrock's API key, else what AWS's own SDK finds."""
    region = _require_variable(model_client, "bedrock", *AWS_REGIONS)
    if model_client.replays:
        return {"api_key": REPLAY_KEY, "aws_region": region}
    for variable in BEDROCK_KEYS:
        if os.environ.get(variable, "").strip():
            return {"api_key": model_client.key(variable, "anthropic"), "aws_region": region}
    if find_spec("boto3") is None:
        raise UsageError(
            f"{BEDROCK_KEYS[0]} is not set, and requests are signed with AWS credentials by boto3 only",
            hint=f"export {BEDROCK_KEYS[0]}=… (an API key of Bedrock), or install boto3 (docs/model_apis.md)",
        )
    for variable in AWS_SECRETS:  # redacted in records; the SDK reads them, or a profile
        model_client.key(variable, "anthropic", default=REPLAY_KEY)
    return {"aws_region": region}


def _google(model_client: ModelClient) -> dict[str, Any]:
    """The arguments of a Claude client for Vertex AI that hold its credentials."""
    if model_client.replays:
        return {"access_token": REPLAY_KEY}
    return {"credentials": _google_credentials(model_client)}


def _google_credentials(model_client: ModelClient) -> Any:
    """The Application Default Credentials; the SDKs renew their tokens. Raises UsageError."""
    import google.auth
    from google.auth.exceptions import GoogleAuthError
    from google.auth.transport.requests import Request
    from google.oauth2.credentials import Credentials

    if model_client.replays:
        return cast(Any, Credentials)(REPLAY_KEY)
    try:
        credentials, _ = google.auth.default(scopes=[_SCOPE])
        cast(Any, credentials).refresh(Request())
    except GoogleAuthError as error:
        raise UsageError(
            f"no credentials for Vertex AI: {str(error)[:300]}",
            hint="export GOOGLE_APPLICATION_CREDENTIALS=FILE, or run `gcloud auth application-default login`",
        ) from error
    return credentials


def _key(model_client: ModelClient, via: str, variable: str) -> str:
    try:
        return model_client.key(variable, via)
    except UsageError as error:
        raise UsageError(f"--via {via}: {error.message}", hint=f"export {variable}=…") from error


def _require_variable(model_client: ModelClient, via: str, *variables: str) -> str:
    """The value of the first of the variables that is set. Raises UsageError when none is."""
    value = next((value for name in variables if (value := os.environ.get(name, "").strip())), "")
    if value or model_client.replays:
        return value or REPLAY_KEY
    raise UsageError(f"--via {via} needs {' or '.join(variables)}", hint=f"export {variables[0]}=…")


def credentials_of(client: object, variable: str) -> str:
    """Return what holds the credentials of an SDK's client: of a platform's, or `variable` of any other."""
    platforms = {
        "AnthropicBedrockMantle": "bedrock",
        "AnthropicVertex": "vertex",
        "AnthropicFoundry": "foundry",
        "AzureOpenAI": "azure",
    }
    via = "vertex" if getattr(client, "vertexai", False) is True else platforms.get(type(client).__name__, "")
    return CREDENTIALS.get(via, variable)
