"""Mocks of the cloud platforms: the vendors' APIs behind other URLs, headers and signatures, which are validated.

Written from the platforms' references, independent of the SDKs:

- Amazon Bedrock's Messages API: docs.aws.amazon.com/bedrock/latest/userguide/inference-messages-api.html; signatures:
  docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
- Claude on Vertex AI: platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai; Gemini there:
  cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference
- Claude in Microsoft Foundry: platform.claude.com/docs/en/build-with-claude/claude-in-microsoft-foundry
- Azure OpenAI: learn.microsoft.com/azure/ai-foundry/openai/reference
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs

from plugins.mock_models.anthropic_messages import AnthropicMessages
from plugins.mock_models.anthropic_rules import MODELS, VERSIONS
from plugins.mock_models.api import HttpCall, MockApi
from plugins.mock_models.google_generate import MODELS as GEMINI_MODELS
from plugins.mock_models.google_generate import GoogleGenerate
from plugins.mock_models.google_rules import KEY_HEADER
from plugins.mock_models.odd_forms import OddForm
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.turns import ApiError, Body, MockAnswer, RawAnswer
from testbed.models import ModelTurn

KEY, REGION, PROJECT, API_VERSION = "mock-platform-key", "eu-mock-1", "mock-project", "2026-05-01"
AWS_ID, AWS_SECRET = "AKIDMOCKMOCKMOCK", "mock/secret/of/an/account"
TOKEN = "ya29.mock-access-token"
"""What the mocks accept."""
VERTEX_VERSIONS = ("vertex-2023-10-16", *VERSIONS)
"""The one of Vertex AI's pages, and those of the Messages API, which the SDK sends from 2.0 on."""
_SIGNED = re.compile(
    r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/([^/]+)/aws4_request, ?"
    r"SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})"
)


class OnPlatform(ABC):
    """A vendor's API on a platform. Implements `MockApi`; `authorize` is called before `check`."""

    def __init__(self, inner: MockApi, path: str) -> None:
        self._inner = inner
        self.name = f"{inner.name}-{type(self).__name__.lower()}"
        self.path = path

    @property
    def odd_form(self) -> OddForm:
        return self._inner.odd_form

    @abstractmethod
    def authorize(self, call: HttpCall, raw: bytes) -> None:
        """Check URL, headers and signature. Raises ApiError."""

    def inner_body(self, raw: bytes) -> bytes:
        """The body as the vendor's own API takes it. Raises ApiError."""
        return raw

    def owns(self, headers: Mapping[str, str]) -> bool:  # noqa: ARG002
        return False

    def check_key(self, headers: Mapping[str, str]) -> None:
        self._inner.check_key(headers)

    def models(self) -> Sequence[str]:
        return ()

    def models_body(self, models: Sequence[str]) -> Body:
        return self._inner.models_body(models)

    def model_body(self, model: str) -> Body:
        return self._inner.model_body(model)

    def check(self, raw: bytes, headers: Mapping[str, str]) -> Body:
        known = {"x-api-key": KEY, "authorization": f"Bearer {KEY}", KEY_HEADER: KEY}
        version = {"anthropic-version": headers.get("anthropic-version", "2023-06-01")}
        return self._inner.check(self.inner_body(raw), {**headers, **known, **version})

    def window_error(self, tokens: int, window: int) -> ApiError:
        return self._inner.window_error(tokens, window)

    def turn(self, body: Body) -> ModelTurn:
        return self._inner.turn(body)

    def message(self, body: Body, answer: MockAnswer | RawAnswer, number: int) -> Body:
        return self._inner.message(body, answer, number)

    def events(self, message: Body) -> list[bytes]:
        return self._inner.events(message)

    def error_body(self, error: ApiError, request_id: str) -> Body:
        return self._inner.error_body(error, request_id)

    def error_event(self, error: ApiError) -> bytes:
        return self._inner.error_event(error)


class Bedrock(OnPlatform):
    """Claude on Amazon Bedrock: an API key or a signature; models are called `anthropic.NAME`."""

    def __init__(self) -> None:
        super().__init__(AnthropicMessages(), "/anthropic/v1/messages")

    def authorize(self, call: HttpCall, raw: bytes) -> None:
        if "anthropic-version" not in call.headers:
            raise ApiError(400, "invalid_request_error", "anthropic-version: header is required")
        given = call.headers.get("authorization", "")
        if given.startswith("AWS4-HMAC-SHA256"):
            check_signature(call, raw)
        elif given != f"Bearer {KEY}":
            raise ApiError(
                403, "permission_error", "Invalid API Key format: Must start with pre-defined prefix"
            )

    def inner_body(self, raw: bytes) -> bytes:
        body = json.loads(raw)
        model = str(body.get("model", ""))
        if not model.startswith("anthropic."):
            raise ApiError(404, "not_found_error", f"The model '{model}' does not exist")
        return json.dumps({**body, "model": model.removeprefix("anthropic.")}).encode()


class Foundry(OnPlatform):
    """Claude in Microsoft Foundry."""

    def __init__(self) -> None:
        super().__init__(AnthropicMessages(), "/anthropic/v1/messages")

    def authorize(self, call: HttpCall, raw: bytes) -> None:  # noqa: ARG002
        if KEY not in (call.headers.get("x-api-key"), call.headers.get("api-key")):
            raise ApiError(401, "authentication_error", "Access denied due to invalid subscription key")


class VertexClaude(OnPlatform):
    """One Claude model on Vertex AI, for whole responses or streams: the URL has the model, the body the version."""

    def __init__(self, model: str, *, stream: bool) -> None:
        method = "streamRawPredict" if stream else "rawPredict"
        place = f"/v1/projects/{PROJECT}/locations/{REGION}/publishers/anthropic/models"
        super().__init__(AnthropicMessages(), f"{place}/{model}:{method}")
        self._model = model
        self._stream = stream

    def authorize(self, call: HttpCall, raw: bytes) -> None:  # noqa: ARG002
        _check_token(call)

    def inner_body(self, raw: bytes) -> bytes:
        body = json.loads(raw)
        if body.pop("anthropic_version", None) not in VERTEX_VERSIONS:
            raise ApiError(400, "invalid_request_error", "anthropic_version: Field required")
        if "model" in body:
            raise ApiError(400, "invalid_request_error", "model: Extra inputs are not permitted")
        if bool(body.get("stream")) != self._stream:
            raise ApiError(
                400, "invalid_request_error", f"stream: does not fit {self.path.rpartition(':')[2]}"
            )
        return json.dumps({**body, "model": self._model}).encode()


class VertexGemini(OnPlatform):
    """One Gemini model on Vertex AI."""

    def __init__(self, model: str, *, stream: bool) -> None:
        method = "streamGenerateContent" if stream else "generateContent"
        place = f"/v1beta1/projects/{PROJECT}/locations/{REGION}/publishers/google/models"
        super().__init__(GoogleGenerate(model, stream=stream), f"{place}/{model}:{method}")

    def authorize(self, call: HttpCall, raw: bytes) -> None:  # noqa: ARG002
        if KEY_HEADER in call.headers:
            raise ApiError(400, "INVALID_ARGUMENT", "API keys are not supported by this API")
        _check_token(call)


class Azure(OnPlatform):
    """OpenAI's models on Azure; the deployment is called as its model."""

    def authorize(self, call: HttpCall, raw: bytes) -> None:
        if parse_qs(call.query).get("api-version") != [API_VERSION]:
            raise ApiError(404, "404", "Resource not found")
        if call.headers.get("api-key") != KEY and call.headers.get("authorization") != f"Bearer {TOKEN}":
            raise ApiError(401, "401", "Access denied due to invalid subscription key or wrong API endpoint.")
        deployment = re.match(r"/openai/deployments/([^/]+)/", call.path)
        if deployment and deployment[1] != json.loads(raw).get("model"):
            raise ApiError(404, "DeploymentNotFound", "The API deployment for this resource does not exist.")


def platform_apis(platform: str) -> list[MockApi]:
    """Return the endpoints of a platform."""
    match platform:
        case "bedrock":
            return [Bedrock()]
        case "foundry":
            return [Foundry()]
        case "azure":
            chat = Azure(OpenAIChat(), "/openai/deployments/{deployment}/chat/completions")
            return [Azure(OpenAIResponses(), "/openai/responses"), chat]
    kinds = (False, True)
    claude: list[MockApi] = [VertexClaude(model, stream=stream) for model in MODELS for stream in kinds]
    return [*claude, *(VertexGemini(model, stream=stream) for model in GEMINI_MODELS for stream in kinds)]


def check_signature(call: HttpCall, raw: bytes) -> None:
    """Check an AWS signature, version 4, over the request. Raises ApiError."""
    match = _SIGNED.fullmatch(call.headers.get("authorization", ""))
    if match is None:
        raise _denial("Authorization header requires 'Credential', 'SignedHeaders' and 'Signature'.")
    account, day, region, service, names, signature = match.groups()
    signed = names.split(";")
    moment = call.headers.get("x-amz-date", "")
    if (account, region, service) != (AWS_ID, REGION, "bedrock-mantle") or not moment.startswith(day):
        raise _denial("The security token included in the request is invalid.")
    if not {"host", "x-amz-date"} <= {*signed} or signed != sorted(signed):
        raise _denial("'Host' and 'X-Amz-Date' must be signed headers.")
    lines = [f"{name}:{' '.join(call.headers.get(name, '').split())}" for name in signed]
    payload = hashlib.sha256(raw).hexdigest()
    canonical = "\n".join([call.method, call.path, call.query, *lines, "", names, payload])
    scope = f"{day}/{region}/{service}/aws4_request"
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    key = f"AWS4{AWS_SECRET}".encode()
    for part in (day, region, service, "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    expected = hmac.digest(key, f"AWS4-HMAC-SHA256\n{moment}\n{scope}\n{digest}".encode(), "sha256").hex()
    if not hmac.compare_digest(expected, signature):
        raise _denial("The request signature we calculated does not match the signature you provided.")


def _denial(message: str) -> ApiError:
    return ApiError(403, "permission_error", message)


def _check_token(call: HttpCall) -> None:
    if call.headers.get("authorization") != f"Bearer {TOKEN}":
        raise ApiError(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
