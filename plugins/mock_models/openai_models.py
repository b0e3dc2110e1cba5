"""OpenAI's models as their vendor's pages describe them: what each takes and refuses.

Written from the pages and not from the client's own table (`controller/models/openai_models.py`), so that a test sees
an error in that. Pages at developers.openai.com/api/docs, as of November 2026 and partly through public notes on them:
`models` (efforts, endpoints, computer use), `guides/images-vision` (detail levels), `guides/latest-model` (sampling,
function tools on Chat Completions), `guides/tools-tool-search`, `guides/reasoning`; the errors' texts are those that
the API's users quote.
"""

from __future__ import annotations

from dataclasses import dataclass

SINCE_GPT_5_6 = ("none", "low", "medium", "high", "xhigh", "max")
NEVER_NONE = ("low", "medium", "high", "xhigh", "max")
GPT_5_4 = ("none", "low", "medium", "high", "xhigh")
GPT_5 = ("minimal", "low", "medium", "high")
O_SERIES = ("low", "medium", "high")
ANY_DETAIL = ("low", "high", "original", "auto")
THREE_DETAILS = ("low", "high", "auto")


@dataclass(frozen=True, slots=True)
class OpenAIServedModel:
    """A model of OpenAI's.

    Attributes:
        efforts: Its reasoning efforts; none for a model that does not reason.
        default_effort: The effort of a request that sets none.
        details: The detail levels of its images; none for a model without vision.
        computer: The type of its computer tool; "" for none.
        tool_search: Whether it has the tool search.
        chat: Whether Chat Completions serves it.
        chat_tools_efforts: The efforts with which Chat Completions takes function tools, "" for an unset one; None for
            all.
        phases: Whether its messages have a phase.
    """

    efforts: tuple[str, ...] = ()
    default_effort: str = ""
    details: tuple[str, ...] = THREE_DETAILS
    computer: str = ""
    tool_search: bool = False
    chat: bool = True
    chat_tools_efforts: tuple[str, ...] | None = None
    phases: bool = False

    @property
    def reasons(self) -> bool:
        """Whether it is a reasoning model."""
        return bool(self.efforts)

    def samples(self, effort: str | None) -> bool:
        """Whether a temperature other than the default is accepted at this effort."""
        return not self.reasons or (effort or self.default_effort) == "none"


def _newest(efforts: tuple[str, ...]) -> OpenAIServedModel:
    return OpenAIServedModel(
        efforts, "medium", ANY_DETAIL, "computer", True, chat_tools_efforts=("none",), phases=True
    )


def _gpt_5_4(
    default_effort: str, details: tuple[str, ...], computer: str, *, search: bool
) -> OpenAIServedModel:
    tools = ("", "none")
    return OpenAIServedModel(
        GPT_5_4, default_effort, details, computer, search, chat_tools_efforts=tools, phases=True
    )


SERVED: dict[str, OpenAIServedModel] = {
    "gpt-6.1-terra": _newest(SINCE_GPT_5_6),
    "gpt-6.2-astra": _newest(NEVER_NONE),
    "gpt-6.1-sol": _newest(NEVER_NONE),
    "gpt-6-astra": _newest(NEVER_NONE),
    "gpt-6-luna": _newest(SINCE_GPT_5_6),
    "gpt-5.6-terra": _newest(SINCE_GPT_5_6),
    "gpt-5.5": _gpt_5_4("medium", ANY_DETAIL, "computer", search=True),
    "gpt-5.4": _gpt_5_4("none", ANY_DETAIL, "computer", search=True),
    "gpt-5.4-mini": _gpt_5_4("none", THREE_DETAILS, "computer", search=True),
    "gpt-5.4-nano": _gpt_5_4("none", THREE_DETAILS, "", search=False),
    "gpt-5.3-codex": OpenAIServedModel(GPT_5_4[1:], "medium", chat=False, phases=True),
    "gpt-5.2": OpenAIServedModel(GPT_5_4, "none"),
    "gpt-5": OpenAIServedModel(GPT_5, "medium"),
    "gpt-5-mini": OpenAIServedModel(GPT_5, "medium"),
    "gpt-5-pro": OpenAIServedModel(("high",), "high", chat=False),
    "my-deployment": OpenAIServedModel(GPT_5, "medium"),  # gpt-5 under a name of the user's, as at Azure
    "o3": OpenAIServedModel(O_SERIES, "medium"),
    "o4-mini": OpenAIServedModel(O_SERIES, "medium"),
    "o3-mini": OpenAIServedModel(O_SERIES, "medium", details=()),
    "computer-use-preview": OpenAIServedModel(
        O_SERIES, "medium", computer="computer_use_preview", chat=False
    ),
    "gpt-4.1": OpenAIServedModel(),
    "gpt-4o": OpenAIServedModel(),
    "gpt-3.5-turbo": OpenAIServedModel(details=()),
}
OPEN = (
    "qwen3-vl-32b-instruct",
    "qwen2.5-vl-72b-instruct",
    "qwen3.5-397b-a17b",
    "ui-tars-1.5-7b",
    "ui-tars-2",
    "opencua-32b",
    "opencua-72b",
)
"""Open models that other servers offer with the same APIs. They do not reason and take any parameter's older name."""
THINKING = ("deepseek-v3.2", "kimi-k3")
"""Open models that reason between calls; their servers refuse a call that comes back without its reasoning."""
MODELS = (*SERVED, *OPEN, *THINKING)
