"""The text of an answer without Markdown, LaTeX and HTML, and which parts of it they emphasise."""

from __future__ import annotations

import re
from dataclasses import dataclass

from checkers.values.characters import NARROW, unify
from checkers.values.spans import Span

_MARK = re.compile(
    r"""
    (?P<rule>(?m:^)[ ]*(?:\|[ ]*)?:?-{3,}[-:|\ ]*$)
    | (?P<item>(?m:^)[ ]*(?:[-*+\u2022\u25cf\u25e6\u2013]|\#{1,6}|>)[ ]+(?:\[[ xX]\][ ])?)
    | (?P<fence>`{3,}\w*|`+)
    | (?P<degree>\^\s?(?:\\circ|\{\\circ\}))
    | \\(?P<command>[A-Za-z]+)(?P<brace>\s?\{)?
    | \\(?P<escaped>[^A-Za-z\n])
    | (?P<separator>\{,\})
    | (?P<close>\})(?P<next>\{)?
    | (?P<open>\{)
    | (?P<strike>~~)
    | (?P<bold>\*{2,3}|__)
    | (?P<single>[*_])
    | </?(?P<tag>b|strong|em|i|u|p|br|div|span|code|pre|li|ul|ol|table|tr|td|th|h[1-6]|answer|del|s|strike)
      \b[^<>\n]{0,80}>
    """,
    re.VERBOSE,
)
_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,300}\)")
_FORMULA = re.compile(r"\$\$?((?:\\.|[^$\n\\]){1,120})\$\$?(?!\d)")
_WORD = re.compile(r"[A-Za-z]{2,}")
_LATEX = {
    "times": "\u00d7",
    "cdot": "\u00b7",
    "div": "\u00f7",
    "approx": "~",
    "sim": "~",
    "circ": "\u00b0",
    "euro": "\u20ac",
    "texteuro": "\u20ac",
    "pounds": "\u00a3",
    "quad": " ",
    "qquad": " ",
    "left": "",
    "right": "",
    "Rightarrow": " so ",
    "therefore": " so ",
}
_SPACES = {",": NARROW, ";": " ", ":": " ", " ": " ", "!": "", "(": " ", ")": " ", "[": " ", "]": " "}
_LINES = ("p", "br", "div", "li", "ul", "ol", "table", "tr", "pre", "h1", "h2", "h3", "h4", "h5", "h6")


@dataclass(frozen=True, slots=True)
class Plain:
    """A text without its markup.

    Attributes:
        text: The characters that a reader sees, by `unify`; what is struck through is left out.
        boxed: The parts that are marked as the answer: by LaTeX's box, or by a tag of that name.
        bold: The parts in bold type.
    """

    text: str
    boxed: tuple[Span, ...] = ()
    bold: tuple[Span, ...] = ()


def remove_markup(answer: str) -> Plain:
    """Return the text of an answer without its markup."""
    source = _LINK.sub(r"\1", unify(answer))
    return _Remover().run(_FORMULA.sub(_formula, source))


def _formula(match: re.Match[str]) -> str:
    """The content of a formula between dollar signs; a text between two amounts of dollars stays as it is."""
    content = match[1]
    is_text = content[0] == " " or content[-1] == " " or ("\\" not in content and _WORD.search(content))
    return match[0] if is_text else f" {content} "


class _Remover:
    """Copies a text piece by piece; `_length` is how much there is so far."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._open: dict[str, int] = {}
        self._braces: list[tuple[str, int]] = []
        self._spans: dict[str, list[Span]] = {"boxed": [], "bold": []}

    def run(self, source: str) -> Plain:
        at = 0
        for match in _MARK.finditer(source):
            self._add(source[at : match.start()])
            self._mark(match, source)
            at = match.end()
        self._add(source[at:])
        text = "".join(self._pieces)
        return Plain(text, tuple(self._spans["boxed"]), tuple(self._spans["bold"]))

    def _add(self, piece: str) -> None:
        if "\n\n" in piece:
            self._open.clear()
        self._pieces.append(piece)
        self._length += len(piece)

    def _mark(self, match: re.Match[str], source: str) -> None:
        kind = match.lastgroup
        before = source[match.start() - 1 : match.start()] or "\n"
        after = source[match.end() : match.end() + 1] or "\n"
        if match["command"]:
            self._command(match)
        elif kind == "degree":
            self._add("\u00b0")
        elif kind == "escaped":
            self._add(_SPACES.get(match["escaped"], match["escaped"]))
        elif kind == "separator":
            self._add(",")
        elif kind == "open":
            self._open_brace()
        elif match["close"]:
            self._close_brace(followed=bool(match["next"]))
        elif kind == "strike":
            self._toggle("strike")
        elif kind == "bold":
            self._toggle("bold")
        elif kind == "single":
            self._single(match[0], before, after)
        elif kind == "tag":
            self._tag(match["tag"], closing=match[0].startswith("</"))

    def _command(self, match: re.Match[str]) -> None:
        name = match["command"]
        if match["brace"] is None:
            self._add(_LATEX.get(name, match[0]))
        elif name in ("frac", "dfrac", "tfrac"):
            self._braces.append(("numerator", self._length))
        else:
            self._braces.append(("boxed" if name in ("boxed", "fbox") else "group", self._length))

    def _open_brace(self) -> None:
        if self._braces:
            self._braces.append(("group", self._length))
        else:
            self._add("{")

    def _close_brace(self, *, followed: bool) -> None:
        kind, start = self._braces.pop() if self._braces else ("text", 0)
        if kind == "boxed":
            self._spans["boxed"].append((start, self._length))
        elif kind == "text":
            self._add("}")
        elif kind == "numerator" and followed:
            self._add("/")
        if followed:
            self._braces.append(("group", self._length))

    def _toggle(self, kind: str) -> None:
        start = self._open.pop(kind, None)
        if start is None:
            self._open[kind] = self._length
        elif kind == "strike":
            self._take_back(start)
        else:
            self._spans[kind].append((start, self._length))

    def _take_back(self, length: int) -> None:
        while self._pieces and self._length > length:
            self._length -= len(self._pieces.pop())
        for kind, spans in self._spans.items():
            self._spans[kind] = [span for span in spans if span[1] <= length]

    def _single(self, mark: str, before: str, after: str) -> None:
        """Keep a star between spaces or digits, which multiplies, and a line within a name."""
        if mark == "*":
            multiplies = before.isspace() == after.isspace() and not (before.isalpha() or after.isalpha())
            kept = multiplies and before not in "*" and after not in "*"
        else:
            kept = before.isalnum() and after.isalnum()
        if kept:
            self._add(mark)

    def _tag(self, tag: str, *, closing: bool) -> None:
        if tag in _LINES:
            self._add("\n")
        elif tag in ("td", "th"):
            self._add(" | ")
        elif tag in ("b", "strong"):
            self._toggle("bold")
        elif tag in ("del", "s", "strike"):
            self._toggle("strike")
        elif tag == "answer":
            self._add("\n")
            self._toggle("boxed")
            if closing:
                self._open.pop("boxed", None)
