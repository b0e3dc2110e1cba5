"""What vendors' SDKs raise, said in testbed's terms: whose fault it is, and what to do."""

from __future__ import annotations

from dataclasses import dataclass

from testbed.errors import AgentError, ModelApiError, TestbedError, UsageError

_PASSING = (408, 409, 425, 429)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a refused request was. `first`: the episode's conversation starts with it, so that the settings
    are at fault, not what the agent said; `needs` is what the model must support then."""

    model: str
    key_variable: str
    first: bool = True
    needs: str = ""


def not_answered(error: BaseException) -> TestbedError:
    """For an SDK's error that is no status: the line's own reason, which SDKs wrap, or the SDK's words."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, TestbedError):
            return cause
        cause = cause.__cause__ or cause.__context__
    return ModelApiError(f"the model API failed: {error}")


def error_from_status(status: int, said: str, asked: Asked) -> TestbedError:
    """For an answer with an error status, all tries over. `said` is the API's own explanation."""
    said = f"HTTP {status}: {said}"
    match status:
        case 401:
            return UsageError(
                f"the model API refuses the key. {said}", hint=f"set {asked.key_variable} to a valid key"
            )
        case 402:
            return UsageError(
                f"the account cannot pay. {said}", hint="check the account's billing and limits"
            )
        case 403:
            return UsageError(
                f"the key may not do this. {said}", hint="check the key's permissions and workspace"
            )
        case 404:
            return UsageError(
                f"the model API has no model {asked.model!r}. {said}",
                hint="choose another with --model MODEL, or another endpoint with --base-url",
            )
        case 400 if asked.first:
            needs = f"the model must support {asked.needs}; " if asked.needs else ""
            return UsageError(
                f"the model API refuses the request for {asked.model!r}. {said}",
                hint=f"{needs}see --model and --set",
            )
        case _ if status in _PASSING or status >= 500:
            return ModelApiError(f"the model API failed after all tries. {said}")
    return AgentError(f"the model API refuses the request. {said}")
