"""Why a model API refuses a request, by its words: HTTP 400 and 403 mean many things."""

from __future__ import annotations

import re
from enum import StrEnum


class Refusal(StrEnum):
    """Why a request is refused."""

    ACCOUNT = "the account cannot pay"
    CONTENT = "the content is moderated"
    PICTURES = "too many pictures"
    CAPABILITY = "the model cannot do it"


_WORDS = {
    Refusal.ACCOUNT: re.compile(
        r"credit balance|(?:insufficient|not enough)[ _](?:account )?(?:credit|fund|balance|quota)"
        r"|(?:out of|requires more) credits?|credits? (?:\w+ )?(?:exhausted|used up|depleted)"
        r"|exceeded your (?:current )?(?:\w+ )?quota|billing[ _](?:hard[ _]limit|is|not|account|must)|enable billing"
        r"|payment (?:is )?required|\barrears|arrearage"
        r"|account (?:\w+ ){0,3}(?:deactivated|suspended|disabled|overdue|not active|in arrears)"
        r"|(?:spend(?:ing)?|usage|budget) (?:limits?|cap)|budget (?:has been )?exceeded|purchase (?:more )?credits"
        r"|add (?:more )?(?:credits|funds)|余额不足|欠费",
        re.IGNORECASE,
    ),
    Refusal.PICTURES: re.compile(
        r"(?:at most|at maximum|only|maximum(?: of)?|up to|limit(?:ed)?(?: to| of)?|more than) (?:one|\d+|a single) "
        r"(?:image|picture|multi-?modal)|(?:too many|multiple|number of) (?:\w+ )?(?:images|pictures)"
        r"|(?:one|single) (?:image|picture) (?:per|in)|too much media|limit.mm.per.prompt"
        r"|(?:image|picture) count \(?\d+|\d+ (?:images|pictures),? exceed|too_many_images"
        r"|(?:图片|图像|图象).{0,6}(?:过多|超)",
        re.IGNORECASE,
    ),
    Refusal.CAPABILITY: re.compile(
        r"(?:not|n't|cannot|no endpoints found that) (?:support|accept|process)\w* .{0,60}?"
        r"(?:image|picture|vision|multi-?modal|tool|function)"
        r"|(?:image|picture|vision|tool|function)\w*(?: \w+){0,3} (?:is|are) not (?:supported|enabled|available)"
        r"|not (?:a|an) (?:vision|multi-?modal)",
        re.IGNORECASE,
    ),
    Refusal.CONTENT: re.compile(
        r"content[ _-]?(?:policy|filter|management|safety|moderation|exists risk)|moderation|flagged|guardrail"
        r"|safety (?:system|polic|filter)|ResponsibleAI|DataInspection|inappropriate content|usage polic"
        r"|violat\w+ .{0,40}polic|sensitive (?:content|words?)",
        re.IGNORECASE,
    ),
}


def refusal_of(explanation: str) -> Refusal | None:
    """Return the reason of a refusal as an API's words give it, None when they give none of these."""
    return next((kind for kind, words in _WORDS.items() if words.search(explanation)), None)
