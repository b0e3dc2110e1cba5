"""Lists of tasks in files: OSWorld's JSON form, or one id a line."""

from __future__ import annotations

import json
from pathlib import Path

from testbed.errors import UsageError

_HINT = 'a list is JSON as {"<domain>": ["<name>", ...]}, or text with one id <domain>/<name> a line'


def read_task_list(path: Path, option: str = "--list") -> tuple[str, ...]:
    """Return the ids of the tasks that a list file names, in its order.

    Args:
        path: JSON as `{"<domain>": ["<name>", ...]}`, or text with one id a line; lines that begin with # are comments.
        option: The option that names the file, for messages.

    Raises:
        UsageError: The file cannot be read, or has another form.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{option} {path}: cannot be read: {error}", hint=_HINT) from error
    ids = _from_json(f"{option} {path}", text) if text.lstrip().startswith("{") else _from_lines(text)
    if not ids:
        raise UsageError(f"{option} {path}: names no task", hint=_HINT)
    return tuple(dict.fromkeys(ids))


def _from_json(place: str, text: str) -> list[str]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{place}:{error.lineno}: not JSON: {error.msg}", hint=_HINT) from error
    for domain, names in data.items():
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise UsageError(f"{place}: {domain!r} has no list of names", hint=_HINT)
    return [f"{domain}/{name}" for domain, names in data.items() for name in names]


def _from_lines(text: str) -> list[str]:
    lines = map(str.strip, text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]
