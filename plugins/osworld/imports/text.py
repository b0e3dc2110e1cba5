"""Texts of other programs' results as records can hold them."""

from __future__ import annotations


def encodable(text: str) -> str:
    """Replace lone surrogates, which JSON can hold and UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode()
