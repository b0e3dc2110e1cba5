"""Lines that show nothing but page numbers."""

from __future__ import annotations

import re


def is_page_number_line(text: str) -> bool:
    """Whether the text of a line, without its fields, says nothing but "Page", "of" and a count of pages."""
    words = re.findall(r"\w+", text.lower())
    return all(re.fullmatch(r"\d+|p|page|pages|of", word) for word in words)
