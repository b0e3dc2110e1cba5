"""Write docs/api.md: the public names in `testbed/*.pyi` and all errors, with signatures and docstrings.

    .venv/bin/python scripts/api_docs.py

Reads the source files only; nothing is imported.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
MODULES = (
    "testbed",
    "testbed.actions",
    "testbed.tasks",
    "testbed.agents",
    "testbed.models",
    "testbed.guests",
    "testbed.results",
    "testbed.extensions",
)
"""The modules of the public API, in the page's order."""
PAGE = PROJECT / "docs" / "api.md"
ERRORS = "testbed.errors"
WIDTH = 100
HEAD = """# Public API

The public API has a module for each audience, for instance `from testbed.agents import Agent, Decision`. Each name is
loaded when it is first used. Modules of `controller` are internal and may change. Checkers have a library of their own,
`checkers` ([tasks.md](tasks.md#checkpy)).

Written by `scripts/api_docs.py` from the docstrings; do not edit.
"""
_SECTION = re.compile(r"^# (\w.*)$")
_NAME = re.compile(r"^from (\S+) import (\w+) as \2$")
_HEADED = re.compile(r"^(Args|Attributes|Returns|Yields|Raises|Examples?):$")
_ENTRY = re.compile(r"^([\w.*`]+(?:, [\w.*`]+)*): (.*)$")

Definition = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class PublicModule:
    """A module of the public API.

    Attributes:
        name: Its name.
        about: Its docstring.
        sections: The modules and the names taken from them, by section in the order of its `.pyi`.
        shared: The names that are another module's.
    """

    name: str
    about: str
    sections: dict[str, list[tuple[str, str]]]
    shared: list[str]

    @property
    def own(self) -> list[tuple[str, str]]:
        """The names that are its own, with their modules."""
        return [entry for names in self.sections.values() for entry in names]


@dataclass(frozen=True)
class Source:
    """A module's text and syntax tree."""

    text: str
    tree: ast.Module

    def definition(self, name: str) -> tuple[Definition, str]:
        """What defines a name, and its docstring. Raises LookupError."""
        for position, node in enumerate(self.tree.body):
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
                return node, ast.get_docstring(node) or ""
            if isinstance(node, ast.Assign | ast.AnnAssign) and _target(node) == name:
                return node, _text_after(self.tree.body, position)
        raise LookupError(name)

    def of(self, node: ast.AST) -> str:
        """A node as written, on one line."""
        segment = ast.get_source_segment(self.text, node) or ast.unparse(node)
        return re.sub(r"\s+", " ", segment).replace("( ", "(").replace(", )", ")").replace(" )", ")")


def document() -> str:
    """The text of docs/api.md."""
    shown = [*public_modules(), errors()]
    parts = [HEAD]
    for module in shown:
        links = ", ".join(f"[{title}](#{_anchor(title)})" for title in module.sections)
        parts.append(f"- `{module.name}`: {module.about.partition(chr(10))[0]} {links}{_also(module)}")
    parts = [parts[0], "\n".join(parts[1:])]
    for module in shown:
        for title, names in module.sections.items():
            parts += [f"## {title}", f"In `{module.name}`."]
            sources = {source for source, _ in names}
            if len(sources) == 1 and module.name != ERRORS:
                parts.append(_prose(ast.get_docstring(_source(*sources).tree) or ""))
            parts += [_entry(source, name) for source, name in names]
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def public_modules() -> list[PublicModule]:
    """The modules of the public API without that of the errors."""
    return [_public_module(name) for name in MODULES]


def errors() -> PublicModule:
    """The module of the errors, whose classes are defined there."""
    tree = _source(ERRORS).tree
    classes = [(ERRORS, node.name) for node in tree.body if isinstance(node, ast.ClassDef)]
    return PublicModule(ERRORS, ast.get_docstring(tree) or "", {"Errors": classes}, [])


def _public_module(name: str) -> PublicModule:
    sections: dict[str, list[tuple[str, str]]] = {}
    shared = []
    for line in stub(name).read_text().splitlines():
        if (public := _NAME.match(line)) is not None:
            if public[1] in MODULES:
                shared.append(public[2])
            else:
                list(sections.values())[-1].append((public[1], public[2]))
        elif (section := _SECTION.match(line)) is not None and not line.startswith("# ruff"):
            sections[section[1]] = []
    filled = {title: names for title, names in sections.items() if names}
    return PublicModule(name, ast.get_docstring(_source(name).tree) or "", filled, shared)


def stub(name: str) -> Path:
    """The file that lists the names of a module of the public API."""
    path = PROJECT / name.replace(".", "/")
    return path / "__init__.pyi" if path.is_dir() else path.with_suffix(".pyi")


def _also(module: PublicModule) -> str:
    return f"; also {', '.join(f'`{name}`' for name in module.shared)}" if module.shared else ""


@cache
def _source(module: str) -> Source:
    path = PROJECT / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = file.read_text()
    return Source(text, ast.parse(text))


def _entry(module: str, name: str) -> str:
    source = _source(module)
    node, doc = source.definition(name)
    match node:
        case ast.ClassDef():
            return _class(source, node, doc)
        case ast.FunctionDef():
            return f"### {name}\n\n{_code(_signature(source, node))}\n\n{_prose(doc)}"
    written = ast.get_source_segment(source.text, node) or ast.unparse(node)
    return f"### {name}\n\n{_code(written)}\n\n{_prose(doc)}"


def _class(source: Source, node: ast.ClassDef, doc: str) -> str:
    lines, remarks, methods = [], [], []
    for position, member in enumerate(node.body):
        if isinstance(member, ast.AnnAssign) and not _target(member).startswith("_"):
            lines.append(_attribute(source, member))
            text = _text_after(node.body, position)
            if text and not _is_option(member):
                remarks.append(f"- `{_target(member)}`: {_join_words(text)}")
        elif isinstance(member, ast.FunctionDef) and _is_public(member):
            decorators = {source.of(decorator) for decorator in member.decorator_list}
            text = ast.get_docstring(member) or ""
            if decorators & {"property", "cached_property"}:
                lines.append(
                    f"{member.name}: {source.of(member.returns) if member.returns else ''}  # property"
                )
                if text:
                    remarks.append(f"- `{member.name}`: {_join_words(text)}")
            else:
                title = f"{node.name}()" if member.name == "__init__" else f"{node.name}.{member.name}"
                signature = _code(_signature(source, member, of=node.name))
                methods.append(f"#### {title}\n\n{signature}\n\n{_prose(text)}".rstrip())
    bases = ", ".join(source.of(base) for base in node.bases)
    head = f"class {node.name}({bases})" if bases else f"class {node.name}"
    if lines:
        head += ":\n" + "\n".join(f"    {line}" for line in lines)
    return "\n\n".join(
        filter(None, (f"### {node.name}", _code(head), _prose(doc), "\n".join(remarks), *methods))
    )


def _attribute(source: Source, node: ast.AnnAssign) -> str:
    """An attribute as written; an option of a run without how users give it."""
    if not _is_option(node):
        return source.of(node)
    annotation = node.annotation
    kind = annotation.slice.elts[0]  # type: ignore[attr-defined]
    return f"{_target(node)}: {source.of(kind)}" + (f" = {source.of(node.value)}" if node.value else "")


def _is_option(node: ast.AnnAssign) -> bool:
    """Whether an attribute is an option of a run: its keyword in `RunKeywords` describes it."""
    match node.annotation:
        case ast.Subscript(ast.Name("Annotated"), ast.Tuple([_, ast.Call(ast.Name("Option"))])):
            return True
    return False


def _signature(source: Source, node: ast.FunctionDef, of: str = "") -> str:
    name = of if node.name == "__init__" else node.name
    parameters = [text for text in _parameters(source, node.args) if not of or text not in ("self", "cls")]
    result = f" -> {source.of(node.returns)}" if node.returns and node.name != "__init__" else ""
    line = f"{name}({', '.join(parameters)}){result}"
    if len(line) <= WIDTH:
        return line
    return f"{name}(\n" + "".join(f"    {text},\n" for text in parameters) + f"){result}"


def _parameters(source: Source, arguments: ast.arguments) -> Iterator[str]:
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = [None] * (len(positional) - len(arguments.defaults))
    for argument, default in zip(positional, [*missing, *arguments.defaults], strict=True):
        yield _parameter(source, argument, default)
    if arguments.vararg:
        yield "*" + _parameter(source, arguments.vararg, None)
    elif arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(source, argument, default)
    if arguments.kwarg:
        yield "**" + _parameter(source, arguments.kwarg, None)


def _parameter(source: Source, argument: ast.arg, default: ast.expr | None) -> str:
    annotation = f": {source.of(argument.annotation)}" if argument.annotation else ""
    if default is None:
        return f"{argument.arg}{annotation}"
    return f"{argument.arg}{annotation} = {source.of(default)}"


def _prose(doc: str) -> str:
    """A docstring as Markdown: its Args, Returns and Raises as lists, examples and drawings as code."""
    parts = []
    for title, body in _sections(doc):
        if title in ("", "Example", "Examples"):
            parts += [f"**{title}**"] if title else []
            parts += _blocks(body)
        else:
            parts += [f"**{title}**", _entries(body)]
    return "\n\n".join(parts)


def _sections(doc: str) -> Iterator[tuple[str, str]]:
    """The parts of a docstring: a title, "" for plain text, and the text below it without its indentation."""
    title, lines = "", list[str]()
    for line in doc.splitlines():
        headed = _HEADED.match(line)
        if headed or (title and line and not line.startswith(" ")):
            yield title, textwrap.dedent("\n".join(lines)).strip("\n")
            title, lines = headed[1] if headed else "", [] if headed else [line]
        else:
            lines.append(line)
    yield title, textwrap.dedent("\n".join(lines)).strip("\n")


def _blocks(text: str) -> list[str]:
    """The paragraphs of a text; what is indented becomes a block of Python, a drawing one of plain text."""
    blocks = []
    for indented, lines in groupby(text.split("\n\n"), lambda paragraph: paragraph.startswith("    ")):
        if indented:
            blocks.append(_code(textwrap.dedent("\n\n".join(lines))))
        else:
            blocks += [f"```text\n{line}\n```" if "──" in line else line for line in lines if line]
    return blocks


def _entries(text: str) -> str:
    items: list[str] = []
    for line in text.splitlines():
        if (entry := _ENTRY.match(line)) is not None:
            items.append(f"- `{entry[1].strip('`')}`: {entry[2]}")
        elif items:
            items[-1] += f" {line.strip()}"
        else:
            items.append(line.strip())
    return "\n".join(items)


def _code(text: str) -> str:
    return f"```python\n{text}\n```"


def _join_words(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _is_public(node: ast.FunctionDef) -> bool:
    return node.name == "__init__" or not node.name.startswith("_")


def _target(node: ast.Assign | ast.AnnAssign) -> str:
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return target.id if isinstance(target, ast.Name) else ""


def _text_after(body: list[ast.stmt], position: int) -> str:
    """The string that stands below an assignment as its docstring."""
    below = body[position + 1] if position + 1 < len(body) else None
    if (
        isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
        and isinstance(below.value.value, str)
    ):
        return textwrap.dedent(below.value.value).strip()
    return ""


if __name__ == "__main__":
    PAGE.write_text(document())
