"""The modules of `checkers` that a task's scripts use, and a hash of them: a change in them can change its verdicts.

The readers are hashed apart: what compares the states of a home folder, and what has files parsed in other processes.
Every checker goes through them, and a change in them is no change of one task.
"""

from __future__ import annotations

import ast
import functools
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import checkers
from controller.core.python_syntax import parse_python
from controller.proofs.code_text import code_text
from testbed.errors import TaskError

_PACKAGE = "checkers"
_ROOT = Path(checkers.__file__).parent
_PARSING = ("parsers.py", "parser_server.py")
_COMPARISON = "differences"


def checkers_hash(folder: Path) -> str:
    """Return the hash of the modules that the scripts of a task's folder use: their names and code.

    Raises TaskError when a script cannot be read or parsed.
    """
    return _hash(checker_modules(folder))


def readers_hash() -> str:
    """Return the hash of the readers."""
    return _hash(reader_modules())


def reader_modules() -> list[Path]:
    """Return the files of the readers and of the modules that these import, sorted."""
    readers = [*(_ROOT / _COMPARISON).rglob("*.py"), *(_ROOT / name for name in _PARSING)]
    return sorted(_used_by(readers, lambda _path: True).union(readers))


def checker_modules(folder: Path) -> list[Path]:
    """Return the files of these modules, sorted: imported ones, those that these import, and so on; no readers.

    A module that runs in a process of its own or in the guest is named in a text: `checkers.parser_server`,
    `vlc_state.py`. Such texts count as imports.

    Raises TaskError when a script cannot be read or parsed.
    """
    used = _used_by(folder.glob("*.py"), lambda path: _COMPARISON not in path.relative_to(_ROOT).parts)
    return sorted(used - {_ROOT / name for name in _PARSING})


def _used_by(scripts: Iterable[Path], follow: Callable[[Path], bool]) -> set[Path]:
    """Return the modules that scripts use, as far as they are to be followed."""
    found: set[Path] = set()
    waiting = sorted(scripts)
    while waiting:
        for path in _modules_used_by(waiting.pop()):
            if path not in found and follow(path):
                found.add(path)
                waiting.append(path)
    return found


def _hash(modules: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in modules:
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(code_text(path.read_bytes()).encode()).digest())
    return digest.hexdigest()


def _modules_used_by(script: Path) -> Iterator[Path]:
    try:
        content = script.read_bytes()
    except OSError as error:
        raise TaskError(f"{script}: cannot be read: {error.strerror}") from error
    modules, texts = _names(script, content)
    for name in modules:
        yield from _module(name)
    for text in texts:
        yield from _module(text)
        file = script.parent / text
        if text.endswith(".py") and file.parent == _ROOT and file.is_file():
            yield file


@functools.lru_cache(maxsize=4096)  # a suite's tasks use the same modules
def _names(script: Path, content: bytes) -> tuple[Sequence[str], Sequence[str]]:
    """Return the names of modules that a script imports, and its texts that may name one."""
    modules: dict[str, None] = {}
    texts: dict[str, None] = {}
    for node in ast.walk(_parse(script, content)):
        match node:
            case ast.Import(names=names):
                modules |= dict.fromkeys(alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                modules |= dict.fromkeys([module, *(f"{module}.{alias.name}" for alias in names)])
            case ast.Constant(value=str(text)) if text.startswith(_PACKAGE) or text.endswith(".py"):
                texts[text] = None
    return (*modules,), (*texts,)


def _parse(script: Path, content: bytes) -> ast.Module:
    try:
        return parse_python(content)
    except (SyntaxError, ValueError) as error:
        line = f":{error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        raise TaskError(f"{script}{line}: is no Python: {error}", hint="fix the script") from error


def _module(name: str) -> Iterator[Path]:
    """Yield the file of a module of `checkers` and of the packages around it; nothing for any other name."""
    package, *inner = name.split(".")
    if package != _PACKAGE or not all(part.isidentifier() for part in inner):
        return
    place = _ROOT
    for part in inner:
        if not (place / "__init__.py").is_file():
            return
        yield place / "__init__.py"
        place /= part
    for file in (place / "__init__.py", place.with_suffix(".py")):
        if file.is_file():
            yield file
