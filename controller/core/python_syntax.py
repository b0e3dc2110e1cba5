"""Python's syntax, read in any thread."""

from __future__ import annotations

import ast
import threading

_LOCK = threading.Lock()


def parse_python(source: str | bytes) -> ast.Module:
    """Return the syntax tree of a module.

    Python before 3.11.5 fails with SystemError when two threads make trees at the same time
    (github.com/python/cpython/issues/106905).

    Raises what `ast.parse` raises: SyntaxError, ValueError, and RecursionError or MemoryError for very deep code.
    """
    with _LOCK:
        return ast.parse(source)
