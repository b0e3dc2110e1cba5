"""Find the line of a key in a TOML text, so that errors can name it."""

from __future__ import annotations

import re


def line_of(text: str, location: tuple[str | int, ...]) -> int:
    """Return the line, from 1, of the key at `location`, for example `("setup", 2, "window")`.

    Falls back to the nearest enclosing table or key when the key itself is not written.
    """
    best, start, end = 1, 0, None
    lines = text.splitlines()
    for position, part in enumerate(location):
        if isinstance(part, int):
            continue
        index = location[position + 1] if position + 1 < len(location) else None
        table = rf"\[\[\s*{re.escape(part)}\s*\]\]"
        headers = [number for number, line in enumerate(lines) if re.match(rf"\s*{table}", line)]
        if isinstance(index, int) and index < len(headers):
            start = headers[index]
            end = next((n for n in range(start + 1, len(lines)) if re.match(r"\s*\[", lines[n])), len(lines))
            best = start + 1
            continue
        header = rf"\s*\[\[?\s*{re.escape(part)}\s*\]"
        if table_at := next((n for n, line in enumerate(lines) if re.match(header, line)), None):
            start = table_at
            end = next((n for n in range(start + 1, len(lines)) if re.match(r"\s*\[", lines[n])), len(lines))
            best = start + 1
            continue
        key = rf'\s*["\']?{re.escape(part)}["\']?\s*='
        line = next((n for n in range(start, end or len(lines)) if re.match(key, lines[n])), None)
        if line is None:
            break
        best = line + 1
    return best
