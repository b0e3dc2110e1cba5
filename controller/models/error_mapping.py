"""Maps the errors of vendors' SDKs to testbed's: whose fault it is, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from controller.models.context_window import window_error
from controller.models.picture_limits import REFUSAL_STATUSES, named_limit
from controller.models.refusals import Refusal, refusal_of
from testbed.errors import (
    AccountError,
    AgentError,
    ContextWindowError,
    ModelApiError,
    RequestRefusedError,
    TestbedError,
    UsageError,
)

_TRANSIENT = (408, 409, 425, 429)
_SETTINGS = ("max_completion_tokens", "max_tokens", "temperature", "reasoning_effort", "stream_options")
"""Parameters that servers name in their messages alone."""


@dataclass(frozen=True, slots=True)
class RequestInfo:
    """The request that an error is about.

    Attributes:
        model: The requested model.
        key_variable: The environment variable that holds the key.
        first: Whether the episode's conversation starts with this request, so that a refusal is due to the settings
            and not to what the agent sent.
        needs: What the model must support.
        parameter: The request's parameter that the API names as the cause, "" when it names none.
    """

    model: str
    key_variable: str
    first: bool = True
    needs: str = ""
    parameter: str = ""


def error_without_status(error: BaseException) -> TestbedError:
    """Map an SDK's error without a response: to the transport's own error, which SDKs wrap, if there is one."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, TestbedError):
            return cause
        cause = cause.__cause__ or cause.__context__
    return ModelApiError(f"the model API failed: {error}")


def error_from_status(status: int, explanation: str, request: RequestInfo) -> TestbedError:
    """Map the error status of a request's last attempt.

    Args:
        status: The HTTP status, at least 400.
        explanation: The API's own message.
        request: The request.
    """
    reason = f"HTTP {status}: {explanation}"
    if status in (400, 422) and window_error(explanation):
        return too_long_error(reason, request)
    in_words = status in (400, 403, 422) or _is_for_pictures(status, explanation)
    if in_words and (refused := refusal_in_words(reason, explanation, request)):
        return refused
    match status:
        case 401:
            return UsageError(
                f"the model API refuses the key. {reason}", hint=f"set {request.key_variable} to a valid key"
            )
        case 402:
            return _account_error(reason)
        case 403 if request.first:
            return UsageError(
                f"the key has no permission for this. {reason}",
                hint="check the key's permissions and workspace",
            )
        case 404:
            return UsageError(
                f"the model API has no model {request.model!r}. {reason}",
                hint="choose another with --model MODEL, or another endpoint with --base-url",
            )
        case 413 if not request.first:
            return ContextWindowError(f"the conversation no longer fits a request. {reason}")
        case 400 if request.first:
            return UsageError(
                f"the model API refuses the request for {request.model!r}. {reason}",
                hint=_refusal_hint(request, explanation),
            )
        case _ if status in _TRANSIENT or status >= 500:
            return ModelApiError(f"the model API failed after all attempts. {reason}")
        case 413:
            return AgentError(f"the model API refuses the request. {reason}")
    return RequestRefusedError(
        f"the model API refuses the request in mid-conversation. {reason}",
        hint="see --set and --calling for another form of the conversation, or choose another endpoint",
    )


def refusal_in_words(
    reason: str, explanation: str, request: RequestInfo | None = None
) -> TestbedError | None:
    """Return the error of a refusal that an API's words explain, None when they do not.

    Args:
        reason: What the error says of the refusal.
        explanation: The API's own message.
        request: The request, None when unknown.
    """
    first = request is not None and request.first
    match refusal_of(explanation):
        case Refusal.ACCOUNT:
            return _account_error(reason)
        case Refusal.CONTENT:
            return refused_content(reason)
        case Refusal.PICTURES if named_limit(explanation) == 0:
            return UsageError(
                f"the model API takes no pictures. {reason}",
                hint="choose another --model, raise the server's limit (vLLM: --limit-mm-per-prompt), or let the agent "
                "observe without pictures with --observe a11y",
            )
        case Refusal.PICTURES:
            return UsageError(
                f"the model API takes fewer pictures a request. {reason}",
                hint="show fewer with --set images=1, or raise the server's limit (vLLM: --limit-mm-per-prompt)",
            )
        case Refusal.CAPABILITY if not first:
            return UsageError(
                f"the model API does not take what the agent sends. {reason}",
                hint="choose another --model; --calling prompt needs no tools of the API, --observe a11y no pictures",
            )
    return None


def _is_for_pictures(status: int, explanation: str) -> bool:
    return status in REFUSAL_STATUSES and refusal_of(explanation) is Refusal.PICTURES


def refused_content(reason: str) -> RequestRefusedError:
    """Return the error of a conversation that an API's moderation refuses."""
    return RequestRefusedError(
        f"the model API refuses to go on, for the content: {reason}",
        hint="ask the provider to relax its filter, or choose another endpoint with --base-url",
    )


def _account_error(reason: str) -> AccountError:
    return AccountError(
        f"the account cannot pay. {reason}",
        hint="check the account's billing and limits; then go on with `testbed resume`",
    )


def too_long_error(explanation: str, request: RequestInfo | None = None) -> TestbedError:
    """Return the error of a conversation that does not fit the model's context window.

    Of an episode's first request it is a UsageError: there is nothing yet that an agent could leave out.
    """
    if request is not None and request.first:
        return UsageError(
            f"the task and the tools do not fit the context window of {request.model!r}. {explanation}",
            hint="show fewer tools: --tool-filter rag or router, or --tool-budget N; or lower max_tokens with --set",
        )
    return window_error(explanation) or ContextWindowError(
        f"the conversation no longer fits the model's context window: {explanation}"
    )


def _refusal_hint(request: RequestInfo, explanation: str) -> str:
    """What to change after a refused first request: what the API names, else what the model must support."""
    if request.parameter == "tools" and "too long" in explanation:
        return "show fewer tools: --tool-filter rag or router, or --tool-budget N"
    named = request.parameter or next((name for name in _SETTINGS if name in explanation), "")
    if named and not _is_content(named):
        return f"the API refuses the parameter {named}; see --set, or choose another --model"
    needs = f"the model must support {request.needs}; " if request.needs else ""
    return f"{needs}see --model and --set"


def _is_content(parameter: str) -> bool:
    return parameter.startswith(("messages", "input")) or "image" in parameter
