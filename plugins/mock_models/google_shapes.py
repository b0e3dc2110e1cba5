"""Shapes of a request of generateContent, as the API's reference has them (https://ai.google.dev/api/generate-content).

As in all of Google's JSON, a field's name may be written in camelCase or in snake_case; other names are refused.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from plugins.mock_models.turns import ApiError, Body

INVALID = "INVALID_ARGUMENT"


def invalid(message: str) -> ApiError:
    """The error of an invalid request."""
    return ApiError(400, INVALID, message)


class _Shape(BaseModel):
    model_config = ConfigDict(
        extra="forbid", alias_generator=to_camel, populate_by_name=True, strict=True, frozen=True
    )


class Blob(_Shape):
    mime_type: str
    data: str


class FunctionCall(_Shape):
    id: str | None = None
    name: str
    args: dict[str, Any] | None = None


class FunctionResponsePart(_Shape):
    inline_data: Blob


class FunctionResponse(_Shape):
    id: str | None = None
    name: str
    response: dict[str, Any]
    parts: list[FunctionResponsePart] | None = None
    will_continue: bool | None = None


class Part(_Shape):
    text: str | None = None
    thought: bool | None = None
    thought_signature: str | None = None
    inline_data: Blob | None = None
    function_call: FunctionCall | None = None
    function_response: FunctionResponse | None = None
    media_resolution: dict[str, str] | None = None


class Content(_Shape):
    role: str | None = None
    parts: list[Part]


class FunctionDeclaration(_Shape):
    name: str
    description: str
    parameters: dict[str, Any] | None = None
    parameters_json_schema: dict[str, Any] | None = None


class ComputerUse(_Shape):
    environment: str
    excluded_predefined_functions: list[str] | None = None
    enable_prompt_injection_detection: bool | None = None
    disabled_safety_policies: list[str] | None = None


class Tool(_Shape):
    function_declarations: list[FunctionDeclaration] | None = None
    computer_use: ComputerUse | None = None


class ThinkingConfig(_Shape):
    include_thoughts: bool | None = None
    thinking_budget: int | None = None
    thinking_level: str | None = None


class GenerationConfig(_Shape):
    max_output_tokens: int | None = Field(None, ge=1)
    temperature: float | None = Field(None, ge=0, le=2)
    top_p: float | None = None
    top_k: int | None = None
    candidate_count: int | None = None
    stop_sequences: list[str] | None = None
    seed: int | None = None
    media_resolution: str | None = None
    thinking_config: ThinkingConfig | None = None


class Request(_Shape):
    contents: list[Content]
    system_instruction: Content | None = None
    tools: list[Tool] | None = None
    tool_config: dict[str, Any] | None = None
    safety_settings: list[dict[str, Any]] | None = None
    generation_config: GenerationConfig | None = None


def read_request(value: Any) -> Body:
    """Validate a body and return it with names in camelCase. Raises ApiError that names the place."""
    try:
        request = Request.model_validate(value)
    except ValidationError as error:
        raise invalid(_words(error)) from error
    return request.model_dump(by_alias=True, exclude_unset=True)


def _words(error: ValidationError) -> str:
    first = error.errors()[0]
    path = ""
    for step in first["loc"]:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else str(step)
    if first["type"] == "extra_forbidden":
        parent, _, name = path.rpartition(".")
        at = f" at '{parent}'" if parent else ""
        return f'Invalid JSON payload received. Unknown name "{name}"{at}: Cannot find field.'
    return f"Invalid value at '{path}': {first['msg']}"
