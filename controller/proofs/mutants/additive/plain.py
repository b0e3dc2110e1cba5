"""Edits of texts and of tables of comma-separated values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath

from controller.proofs.mutants.additive.edits import Edit, Editor, Rule, shorten

_COMMENTS = {
    "# {}": ("py", "sh", "bash", "r", "yaml", "yml", "toml", "cfg", "conf", "ini", "rb", "pl", "gitignore"),
    "// {}": (
        "js",
        "ts",
        "jsx",
        "tsx",
        "rs",
        "c",
        "h",
        "cpp",
        "java",
        "go",
        "jsonc",
        "code-workspace",
        "scss",
    ),
    "/* {} */": ("css",),
    "<!-- {} -->": ("html", "htm", "xml", "svg", "md"),
    "! {}": ("f90", "f"),
    "; {}": ("scm", "lisp", "el"),
    "-- {}": ("sql", "lua"),
    "% {}": ("tex",),
}
"""How comments are written, by the ending of the file's name."""
_DELIMITERS = (",", ";", "\t")


@dataclass
class Text:
    """A text of UTF-8; `content` has its line ends as they are."""

    content: str

    @classmethod
    def parse(cls, data: bytes) -> Text:
        return cls(data.decode())

    def serialize(self) -> bytes:
        return self.content.encode()

    @property
    def line_end(self) -> str:
        return "\r\n" if "\r\n" in self.content else "\n"

    def insert(self, position: int, added: str) -> None:
        """Insert a text at a position."""
        self.content = self.content[:position] + added + self.content[position:]

    def append_line(self, line: str) -> None:
        """Append a line; the one before gets an end if it has none."""
        missing = "" if not self.content or self.content.endswith("\n") else self.line_end
        self.content += missing + line + self.line_end


def text_editor(path: str) -> Editor[Text]:
    """Return the editor of a text, whose name says how comments are written in it."""
    ending = PurePosixPath(path).name.rpartition(".")[2].lower()
    form = next((form for form, endings in _COMMENTS.items() if ending in endings), None)
    rules: dict[str, Rule[Text]] = {"line added": partial(_add_lines, "Added line."), **_ANY_TEXT}
    if form is not None:
        rules["comment added"] = partial(_add_lines, form.format("added"))
    return Editor(open=Text.parse, save=Text.serialize, rules=rules)


def _add_lines(line: str, text: Text) -> Iterator[Edit]:
    """Insert a line before others that are not empty, and append one."""
    position = 0
    for number, present in enumerate(text.content.splitlines(keepends=True), 1):
        if present.strip():
            change = partial(text.insert, position, line + text.line_end)
            yield Edit(f"before line {number} {shorten(present)}", change)
        position += len(present)
    yield Edit("the end", partial(text.append_line, line))


def _add_blank_lines(text: Text) -> Iterator[Edit]:
    yield Edit("the end", partial(text.append_line, ""))


def _change_line_ends(text: Text) -> Iterator[Edit]:
    """Write the line ends of Windows, or those of Linux where the others are."""
    if "\n" in text.content:
        plain = text.content.replace("\r\n", "\n")
        content = plain if plain != text.content else plain.replace("\n", "\r\n")
        yield Edit("all lines", partial(setattr, text, "content", content))


def _add_rows(table: Text) -> Iterator[Edit]:
    """Append a row, in the middle and at the end."""
    delimiter = _delimiter(table)
    lines = table.content.splitlines(keepends=True)
    row = "added" + delimiter * (lines[0].count(delimiter) if lines else 0)
    if not _spans_lines(table) and len(lines) > 2:
        position = sum(map(len, lines[: len(lines) // 2]))
        change = partial(table.insert, position, row + table.line_end)
        yield Edit(f"before line {len(lines) // 2 + 1}", change)
    yield Edit("the end", partial(table.append_line, row))


def _add_column(table: Text) -> Iterator[Edit]:
    """Append a column; a table with values over several lines stays."""
    if not _spans_lines(table):
        delimiter = _delimiter(table)
        lines = [
            f"{line.rstrip()}{delimiter}added{line[len(line.rstrip()) :]}" if line.strip() else line
            for line in table.content.splitlines(keepends=True)
        ]
        yield Edit("the last column", partial(setattr, table, "content", "".join(lines)))


def _delimiter(table: Text) -> str:
    heading = table.content.partition("\n")[0]
    return max(_DELIMITERS, key=heading.count)


def _spans_lines(table: Text) -> bool:
    return any(line.count('"') % 2 for line in table.content.splitlines())


_ANY_TEXT: dict[str, Rule[Text]] = {
    "blank line added": _add_blank_lines,
    "line ends changed": _change_line_ends,
}
CSV_TABLES = Editor(
    open=Text.parse,
    save=Text.serialize,
    rules={"row added": _add_rows, "column added": _add_column, "line ends changed": _change_line_ends},
)
