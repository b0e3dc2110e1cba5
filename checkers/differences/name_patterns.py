"""Patterns of names, such as those of settings that are left out."""

from __future__ import annotations

import re
from fnmatch import translate
from functools import cache


def matches_any(name: str, patterns: tuple[str, ...]) -> bool:
    """Test whether a name matches one of the patterns, in which "*" stands for any characters, "/" and "." included."""
    return _compiled(patterns).match(name) is not None


@cache
def _compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, patterns)))
