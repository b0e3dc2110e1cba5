"""Robin's vault of linked files, and a file of Mara's with the same path as one of them."""

from __future__ import annotations

from typing import Any

from tests.mcp_tools.personal.small_state import MARA, ROBIN

TEXTS = {
    "People/Mara.md": "# Mara\nSings alto. #choir\n\n## Gifts\n- lamp\n\n## Numbers\nsee [[Index]]",
    "People/Jon.md": "Works with [[Mara]] and [[Ida]]. #work/board",
    "Index.md": "[[People/Mara|M.]], [[jon#Work]] and ![[Trip]]\n```\n# no heading [[Mara]] #code\n```",
    "Plans/Trip.md": "Ask [[Mara]]. `[[Jon]]` is no link. #choir #2026",
}
TREE: dict[str, Any] = {
    "vault": {
        "files": {
            f"file-{number}": {
                "owner": ROBIN,
                "path": path,
                "text": text,
                "edited": f"2026-05-0{number}T10:00",
            }
            for number, (path, text) in enumerate(TEXTS.items(), start=1)
        }
        | {"file-5": {"owner": MARA, "path": "Index.md", "text": "[[Jon]]", "edited": "2026-05-05T10:00"}}
    }
}
