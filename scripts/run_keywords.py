"""Write controller/adapters/run_keywords.py: the keywords of `testbed.run`, from the option models.

.venv/bin/python scripts/run_keywords.py
"""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
import types
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from controller.cli.options import help_text
from controller.core.options import DeclaredOption, list_options

MODULE = Path(__file__).resolve().parents[1] / "controller" / "adapters" / "run_keywords.py"
WIDTH = 100
FORMS = (
    ("collections.abc", "Mapping"),
    ("collections.abc", "Sequence"),
    ("typing", "Any"),
    ("typing", "Literal"),
)
"""What types are written with, besides classes."""
HEAD = '''"""The keywords of `testbed.run`. Written by `scripts/run_keywords.py` from the option models; do not edit."""

from __future__ import annotations

{imports}


class RunKeywords(TypedDict, total=False):
    """The options of `testbed.run`; None is the default of each."""

'''


def source(*models: type[BaseModel]) -> str:
    """The text of the module for these models."""
    items = [item for item in list_options(*models) if item.option.python]
    flags = {item.flag: item.keyword for item in list_options(*models)}
    fields = "".join(_field(item, flags) for item in items)
    classes = {kind for item in items for kind in _classes(item.annotation)}
    names = defaultdict[str, set[str]](set)
    for kind in classes - {str, int, float, bool}:
        names[kind.__module__].add(kind.__name__)
    names["typing"].add("TypedDict")
    for module, name in FORMS:
        if re.search(rf"\b{name}\b", fields):
            names[module].add(name)
    imports = "\n".join(
        f"from {module} import {', '.join(sorted(found))}" for module, found in sorted(names.items())
    )
    return _format(HEAD.format(imports=imports) + fields)


def _field(item: DeclaredOption, flags: Mapping[str, str]) -> str:
    kind = _type(item.annotation)
    optional = kind if kind.endswith("| None") else f"{kind} | None"
    text = "\n".join(textwrap.wrap(_description(item, flags), WIDTH))
    return f"    {item.keyword}: {optional}\n" + textwrap.indent(f'"""{text}"""\n', "    ")


def _description(item: DeclaredOption, flags: Mapping[str, str]) -> str:
    """What an option does, in words of Python; with its default, if it has one and the text does not name it."""
    text = (item.option.doc or help_text(item)).replace("; repeatable", "")
    text = re.sub(r"--[a-z-]+", lambda flag: f"`{flags.get(flag[0], flag[0])}`", text)
    if item.default in ("", None, (), {}) or "default" in text:
        return text
    default = item.default[0] if isinstance(item.default, tuple) else item.default
    return f"{text} Default: {default if not isinstance(default, str) else _quote(default)}."


def _type(kind: Any) -> str:
    """A type as callers may give it: any sequence for a tuple, any mapping for a dictionary, a text for a path."""
    arguments = get_args(kind)
    origin = get_origin(kind)
    if kind in (None, types.NoneType):
        return "None"
    if kind is Any:
        return "Any"
    if kind is Path:
        return "Path | str"
    if origin is Literal:
        return f"Literal[{', '.join(map(_quote, arguments))}]"
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type, arguments))
    if origin is tuple:
        return f"Sequence[{_type(arguments[0])}]"
    if origin in (dict, Mapping):
        return f"Mapping[{', '.join(map(_type, arguments))}]"
    return str(kind.__name__)


def _classes(kind: Any) -> Iterator[Any]:
    """The classes that a type names."""
    if get_origin(kind) is not Literal:
        for argument in get_args(kind):
            yield from _classes(argument)
        if isinstance(kind, type) and get_origin(kind) is None and kind is not types.NoneType:
            yield kind


def _quote(text: str) -> str:
    return f'"{text}"'


def _format(text: str) -> str:
    command = [sys.executable, "-m", "ruff"]
    name = ["--stdin-filename", str(MODULE), "-"]
    for step in (["check", "--quiet", "--select", "I", "--fix"], ["format", "--quiet"]):
        done = subprocess.run(
            [*command, *step, *name], input=text, capture_output=True, text=True, check=True
        )
        text = done.stdout
    return text


if __name__ == "__main__":
    from controller.adapters.python_run import GROUPS_OF_PYTHON

    MODULE.write_text(source(*GROUPS_OF_PYTHON))
