"""Lenient reader of the JSON that models write: strict JSON first, else with repairs, each with a code.

Leniency codes: `python_literals` (single quotes, True, None), `trailing_comma`, `bare_words` (keys or
values without quotes), `line_breaks` (control characters in a text as they are), `unknown_escape`, `unclosed_json`.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

MAX_DEPTH = 60
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_WORDS: dict[str, tuple[Any, str]] = {
    "true": (True, ""),
    "false": (False, ""),
    "null": (None, ""),
    "True": (True, "python_literals"),
    "False": (False, "python_literals"),
    "None": (None, "python_literals"),
}
_ENDS = ("", "<", "`")
"""What cannot stand between JSON's parts: the text's end, a tag, a fence."""
_QUOTES = {'"': '"', "'": "'", "“": "”"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "'": "'", "\\": "\\", "/": "/"}


class LenientJsonError(ValueError):
    """Text that cannot be read as JSON, however kindly."""


def read_lenient_json(text: str, start: int = 0) -> tuple[Any, int, list[str]]:
    """Read the JSON value that begins at `start`: strictly, else with repairs of what models get wrong.

    Returns:
        The value, the position of its end in the text, and a code for each kind of repair (`python_literals`,
        `trailing_comma`, `bare_words`, `line_breaks`, `unknown_escape`, `unclosed_json`).

    Raises:
        ValueError: It cannot be read; the message says what is wrong, and can be sent to the model.
    """
    start = _SPACE.match(text, start).end()  # type: ignore[union-attr]  # it matches the empty text too
    try:
        value, end = _STRICT.raw_decode(text, start)
        return _without_surrogates(value), end, []
    except (ValueError, RecursionError):
        reader = _JsonReader(text, start)
        value = reader.value(0)
        return _without_surrogates(value), reader.at, list(dict.fromkeys(reader.codes))


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"the number {text} is too large")
    return value


_STRICT = json.JSONDecoder(parse_float=_finite, parse_constant=_refuse_constant)


class _JsonReader:
    """Reads one value, mending on the way; `at` is where it has come to."""

    def __init__(self, text: str, at: int) -> None:
        self.at = at
        self.codes: list[str] = []
        self._text = text

    def value(self, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise LenientJsonError(f"it nests more than {MAX_DEPTH} deep")
        sign = self._peek()
        if sign == "{":
            return self._object(depth)
        if sign == "[":
            return self._list(depth)
        if sign in _QUOTES:
            return self._string()
        if number := _NUMBER.match(self._text, self.at):
            self.at = number.end()
            return _number(number[0])
        if word := _WORD.match(self._text, self.at):
            self.at = word.end()
            value, code = _WORDS.get(word[0], (word[0], "bare_words"))
            self.codes += [code] if code else []
            return value
        raise LenientJsonError(f"{self._here()} is no JSON value")

    def _object(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        self.at += 1
        while self._more("}"):
            key = self._string() if self._peek() in _QUOTES else self._bare_key()
            if self._peek() != ":":
                raise LenientJsonError(f"a colon is missing after {key!r}, at {self._here()}")
            self.at += 1
            members[key] = self.value(depth + 1)
            self._separate("}")
        return members

    def _list(self, depth: int) -> list[Any]:
        items = []
        self.at += 1
        while self._more("]"):
            items.append(self.value(depth + 1))
            self._separate("]")
        return items

    def _more(self, closer: str) -> bool:
        """Whether another member follows; the closing bracket is taken."""
        sign = self._peek()
        if sign == closer:
            self.at += 1
            return False
        if sign in _ENDS:
            self.codes.append("unclosed_json")
            return False
        return True

    def _separate(self, closer: str) -> None:
        """Take the comma after a member, if there must be one."""
        sign = self._peek()
        if sign == ",":
            self.at += 1
            if self._peek() == closer:
                self.codes.append("trailing_comma")
        elif sign not in _ENDS and sign != closer:
            raise LenientJsonError(f"a comma or {closer!r} is missing at {self._here()}")

    def _bare_key(self) -> str:
        word = _WORD.match(self._text, self.at)
        if word is None:
            raise LenientJsonError(f"{self._here()} is no name of a member")
        self.at = word.end()
        self.codes.append("bare_words")
        return word[0]

    def _string(self) -> str:
        quote = self._text[self.at]
        closing = _QUOTES[quote]
        if quote != '"':
            self.codes.append("python_literals")
        self.at += 1
        parts: list[str] = []
        while self.at < len(self._text):
            sign = self._text[self.at]
            self.at += 1
            if sign == closing:
                return "".join(parts)
            if sign == "\\":
                parts.append(self._escape())
                continue
            if sign < " ":
                self.codes.append("line_breaks")
            parts.append(sign)
        raise LenientJsonError("a text in it has no end")

    def _escape(self) -> str:
        if self.at >= len(self._text):
            raise LenientJsonError("a text in it has no end")
        sign = self._text[self.at]
        self.at += 1
        if sign == "u":
            digits = self._text[self.at : self.at + 4]
            if re.fullmatch(r"[0-9a-fA-F]{4}", digits):
                self.at += 4
                return chr(int(digits, 16))
        if sign in _ESCAPES:
            return _ESCAPES[sign]
        self.codes.append("unknown_escape")
        return "\\" + sign

    def _peek(self) -> str:
        """The next character that is no space, "" at the end."""
        space = _SPACE.match(self._text, self.at)
        self.at = space.end() if space else self.at
        return self._text[self.at : self.at + 1]

    def _here(self) -> str:
        return repr(self._text[self.at : self.at + 20])


def _number(text: str) -> int | float:
    if len(text) > 40:
        raise LenientJsonError(f"the number {text[:40]}… is too long")
    try:
        value = _finite(text)
    except ValueError as error:
        raise LenientJsonError(str(error)) from error
    return int(text) if re.fullmatch(r"[-+]?\d+", text) else value


def _without_surrogates(value: Any, depth: int = 0) -> Any:
    """The value with pairs of surrogates joined and lone ones replaced: no file and no protocol takes them."""
    if depth > MAX_DEPTH:
        raise LenientJsonError(f"it nests more than {MAX_DEPTH} deep")
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [_without_surrogates(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item, depth + 1) for key, item in value.items()}
    return value
