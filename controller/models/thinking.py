"""Thoughts that a server left in a response's text: what follows them is the answer.

Servers that do not know a model's template send its thoughts as part of the text: in tags, with the opening tag
swallowed by the template or the closing one never written, or as channels (gpt-oss, Gemma).
"""

from __future__ import annotations

import re

INLINE_THINKING = "inline_thinking"
"""Leniency code of a response whose text has thoughts."""
_NAME = r"(?:[a-z]+:)?(?:think|thinking|thoughts?|reasoning)(?:_[^<>\s]*)?"
_OPEN = re.compile(
    rf"<\s*{_NAME}\s*>|\[THINK\]|◁think▷|<\|begin_of_thought\|>|<\|START_THINKING\|>"
    r"|<\|channel>\s*(?:thought|thinking|analysis)?",
    re.IGNORECASE,
)
_CLOSE = re.compile(
    rf"<\s*/\s*{_NAME}\s*>|\[/THINK\]|◁/think▷|<\|end_of_thought\|>|<\|END_THINKING\|>|<channel\|>",
    re.IGNORECASE,
)
_CHANNEL = re.compile(
    r"(?:<\|start\|>\s*\w*\s*)?<\|channel\|>\s*(?P<name>\w*)[^<\n]{0,200}(?:<\|constrain\|>[^<\n]{0,40})?(?:<\|message\|>)?"
)
_END_OF_MESSAGE = re.compile(r"<\|(?:end|return|call|start)\|>")
_CHANNELS_AS_WORDS = re.compile(r"\s*analysis(?P<thought>.*?)assistant\s*final(?P<answer>.*)", re.DOTALL)
"""The channels of a server that leaves out the tokens between them."""
_OPEN_CALL = re.compile(r"<\s*(?:[a-z]+:)?tool[ _-]?call", re.IGNORECASE)
_CLOSE_CALL = re.compile(r"<\s*/\s*(?:[a-z]+:)?tool[ _-]?call", re.IGNORECASE)
_VALUE = re.compile(r"\s*(?:\{|\[\s*[\[{\"]|\[TOOL_CALLS\])")
_MOST_TAGS = 100
"""Tags that are looked at; a text with more is no answer."""


def split_thinking(text: str) -> tuple[str, str]:
    """Return a text's thoughts, and the rest, which is the answer.

    A tag inside a call, a code fence or JSON is part of the answer. Without a closing tag all that follows is thought,
    calls too.
    """
    if match := _CHANNELS_AS_WORDS.fullmatch(text):
        return match["thought"].strip(), match["answer"]
    channels = list(_CHANNEL.finditer(text))
    if channels and not _in_answer(text, channels[0].start(), channels[0].end()):
        return _split_channels(text, channels)
    thoughts: list[str] = []
    for _ in range(_MOST_TAGS):
        opening = _first_tag(_OPEN, text)
        closing = _first_tag(_CLOSE, text)
        if closing and (opening is None or closing.start() < opening.start()):
            before, text = text[: closing.start()], text[closing.end() :]
            if thoughts and not text.strip():  # a tag too many
                text = before
                break
            thoughts.append(before)
            continue
        if opening is None:
            break
        end = _CLOSE.search(text, opening.end())
        if end is None and text[: opening.start()].strip():
            break
        thoughts.append(text[opening.end() : end.start() if end else len(text)])
        text = text[: opening.start()] + (text[end.end() :] if end else "")
    return "\n\n".join(filter(None, (thought.strip() for thought in thoughts))), text


def _split_channels(text: str, channels: list[re.Match[str]]) -> tuple[str, str]:
    thoughts, answer = [text[: channels[0].start()]], ""
    ends = [channel.start() for channel in channels[1:]] + [len(text)]
    for channel, end in zip(channels, ends, strict=True):
        message = _END_OF_MESSAGE.split(text[channel.end() : end])[0]
        if channel["name"] == "final":
            answer += message
        else:
            thoughts.append(message)
    shown = (_END_OF_MESSAGE.sub("", thought).strip() for thought in thoughts)
    return "\n\n".join(filter(None, shown)), answer


def _first_tag(kind: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first tag that is no part of the answer; an opening one begins a line."""
    for number, tag in enumerate(kind.finditer(text)):
        if number == _MOST_TAGS:
            return None
        begins_line = not text[text.rfind("\n", 0, tag.start()) + 1 : tag.start()].strip()
        if (begins_line or kind is _CLOSE) and not _in_answer(text, tag.start(), tag.end()):
            return tag
    return None


def _in_answer(text: str, start: int, end: int) -> bool:
    """Whether a tag stands in JSON that is the whole text, in a code fence, or in a call."""
    if _VALUE.match(text) or text.count("```", 0, start) % 2:
        return True
    opened = max((call.start() for call in _OPEN_CALL.finditer(text, 0, start)), default=-1)
    closed = max((call.start() for call in _CLOSE_CALL.finditer(text, 0, start)), default=-1)
    following, close = _OPEN_CALL.search(text, end), _CLOSE_CALL.search(text, end)
    return opened > closed and close is not None and not (following and following.start() < close.start())
