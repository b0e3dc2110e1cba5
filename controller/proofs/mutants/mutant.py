"""What a mutant of some content is, and changes of words and numbers that several kinds of content share."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class ContentMutant:
    """One change of a content; `made` makes the changed content.

    `kind` is what was changed, such as "value" or "paragraph dropped"; `place` is where.
    """

    kind: str
    place: str
    made: Callable[[], bytes]


def other_number(text: str) -> str:
    """The number with its whole part raised by one."""
    whole, point, fraction = text.partition(".")
    return f"{int(whole or 0) + 1}{point}{fraction}"


def other_words(text: str) -> str:
    """The text with its first number changed or, without one, with its longest word's letters turned round."""
    if number := _NUMBER.search(text):
        return f"{text[: number.start()]}{other_number(number[0])}{text[number.end() :]}"
    words = re.findall(r"\w+", text)
    if not words:
        return f"{text}x"
    longest = max(words, key=len)
    turned = longest[::-1]
    return text.replace(longest, turned if turned != longest else f"{longest}x", 1)
