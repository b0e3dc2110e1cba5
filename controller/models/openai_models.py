"""What OpenAI's models take, by name, wherever they are served.

Sources, as of November 2026: OpenAI's guides "Images and vision" (detail levels, patches and sizes by model, through
public notes on developers.openai.com/api/docs/guides/images-vision), "Using GPT-6" (efforts, sampling, function tools:
…/guides/latest-model), "Computer use" (…/guides/tools-computer-use) and "Tool search" (…/guides/tools-tool-search), the
pages of the models (Sol takes no effort `none` from 6.1 on), and the API's error texts as quoted in
openai/openai-openapi issue 541 and BerriAI/litellm pull request 34569 (function tools and `reasoning_effort` on Chat
Completions).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from controller.models.scaling import ImageLimits

Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
ChatTools = Literal["yes", "no effort set", "effort none", "no"]
"""When Chat Completions takes function tools. "no": the model is served by the Responses API alone."""
Scaling = Literal["", "tiles", "patches", "original"]
"""How the API scales an image before the model sees it; "" for a model that takes none."""

PATCH = 32
HIGH_EDGE, HIGH_PATCHES = 2048, 1536
ORIGINAL_EDGE, ORIGINAL_PATCHES = 6000, 10_000
TILED_SHORT_EDGE = 768


@dataclass(frozen=True, slots=True)
class OpenAIModel:
    """What a model takes.

    Attributes:
        scaling: How the API scales its images.
        reasons: Whether it reasons: its limit is `max_completion_tokens`, its reasoning can be sent back.
        reasons_unasked: Whether it does so when no effort is set, which fixes the sampling.
        takes_effort_none: Whether the effort `none` is one of its efforts.
        computer: The type of its computer tool; "" for none.
        searches_tools: Whether the Responses API has its tool search for it.
        chat_tools: When Chat Completions takes function tools.
    """

    scaling: Scaling = "tiles"
    reasons: bool = True
    reasons_unasked: bool = True
    takes_effort_none: bool = False
    computer: Literal["", "computer", "computer_use_preview"] = ""
    searches_tools: bool = False
    chat_tools: ChatTools = "yes"

    @property
    def detail(self) -> str:
        """The finest detail level of its images."""
        return "original" if self.scaling == "original" else "high"

    def image_limits(self, width: int, height: int) -> ImageLimits:
        """The largest image of these proportions that the API does not scale, at the finest detail level."""
        if self.scaling == "original":
            return ImageLimits(ORIGINAL_EDGE, PATCH, ORIGINAL_PATCHES)
        if self.scaling == "patches":
            return ImageLimits(HIGH_EDGE, PATCH, HIGH_PATCHES)
        long_edge = TILED_SHORT_EDGE * max(width, height) // min(width, height)
        return ImageLimits(min(HIGH_EDGE, long_edge), PATCH, ORIGINAL_PATCHES)

    def fixes_sampling(self, effort: str | None) -> bool:
        """Whether the model refuses a temperature at this effort."""
        return self.reasons and effort != "none" and (effort is not None or self.reasons_unasked)

    def takes_chat_tools(self, effort: str | None) -> bool:
        """Whether Chat Completions takes function tools at this effort."""
        match self.chat_tools:
            case "effort none":
                return effort == "none"
            case "no effort set":
                return effort in (None, "none")
        return self.chat_tools == "yes"


_PLAIN = OpenAIModel(reasons=False, reasons_unasked=False)
_SMALL = OpenAIModel("patches")
_NEWEST = OpenAIModel(
    "original", computer="computer", searches_tools=True, takes_effort_none=True, chat_tools="effort none"
)
_GPT_5_4 = replace(_NEWEST, reasons_unasked=False, chat_tools="no effort set")
_NANO = replace(_GPT_5_4, scaling="patches", computer="", searches_tools=False)
_SINCE_5_6 = r"(5\.[6-9]|[6-9](\.\d+)?|\d\d(\.\d+)?)"

_FAMILIES: tuple[tuple[str, OpenAIModel], ...] = (
    (r"gpt-6(\.\d+)?-astra.*|gpt-6\.[1-9]\d?-sol.*", replace(_NEWEST, takes_effort_none=False)),
    (r"gpt-5\.4-nano", _NANO),
    (r"gpt-5\.4-mini", replace(_GPT_5_4, scaling="patches")),
    (r"gpt-5\.[45]-pro", replace(_NEWEST, takes_effort_none=False, chat_tools="no")),
    (r"gpt-5\.4", _GPT_5_4),
    (r"gpt-5\.5", replace(_GPT_5_4, reasons_unasked=True)),
    (rf"gpt-(5(\.[0-5])?|{_SINCE_5_6})-chat-latest|chatgpt-4o-latest", _PLAIN),
    (r"gpt-5(\.\d)?-codex.*|codex-mini-latest|gpt-5\.2-pro", replace(_SMALL, chat_tools="no")),
    (r"gpt-5\.1-mini|gpt-5-(mini|nano)", _SMALL),
    (r"gpt-5\.[23]", replace(_SMALL, takes_effort_none=True, reasons_unasked=False)),
    (r"gpt-5\.1", OpenAIModel(takes_effort_none=True, reasons_unasked=False)),
    (r"gpt-5|o1|o3", OpenAIModel()),
    (r"gpt-5-pro|o1-pro|o3-pro|o3-deep-research", OpenAIModel(chat_tools="no")),
    (r"o4-mini", _SMALL),
    (r"o4-mini-deep-research", replace(_SMALL, chat_tools="no")),
    (r"gpt-4\.1-(mini|nano)", replace(_PLAIN, scaling="patches")),
    (r"gpt-4\.1|gpt-4\.5-preview|gpt-4o(-mini)?|gpt-4-turbo", _PLAIN),
    (r"computer-use-preview", OpenAIModel(computer="computer_use_preview", chat_tools="no")),
    (r"o1-mini|o1-preview|o3-mini", OpenAIModel("")),
    (
        r"gpt-3\.5-.*|gpt-4(-0\d\d\d|-1106)?(-preview)?|gpt-4-(32k.*|turbo-preview)",
        replace(_PLAIN, scaling=""),
    ),
    (r"gpt-4o(-mini)?-(audio|search)-preview", replace(_PLAIN, scaling="")),
    (rf"gpt-{_SINCE_5_6}(-[a-z]+)*-nano", _NANO),
    (rf"gpt-{_SINCE_5_6}(-[a-z]+)*", _NEWEST),
)
"""The first match counts. Models newer than all of these count as the newest."""
_OPENAI = re.compile(r"gpt-\d|o\d(?:-|$)|chatgpt-|codex-mini|computer-use-preview")
_DATE = re.compile(r"-20\d\d-\d\d-\d\d$")


def is_openai_name(model: str) -> bool:
    """Return whether a name is that of a model of OpenAI's, also behind a gateway (`openai/gpt-5.4`)."""
    return _OPENAI.match(_bare(model)) is not None


def find_model(model: str) -> OpenAIModel | None:
    """Return what a model takes; None for a name that is not OpenAI's, or that OpenAI has never served."""
    bare = _DATE.sub("", _bare(model))
    return next((known for name, known in _FAMILIES if re.fullmatch(name, bare)), None)


def _bare(model: str) -> str:
    """A model's name without a gateway's prefix and variant, or the base of a fine-tuned model (`ft:BASE:…`)."""
    name = model.removeprefix("ft:").partition(":")[0]
    return name.removeprefix("openai/").removeprefix("azure/")
