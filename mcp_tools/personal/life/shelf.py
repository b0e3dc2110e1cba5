"""What all life events of a life share while it is written."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from mcp_tools.personal.life.book import Book, Draft
from mcp_tools.personal.life.cast import Cast
from mcp_tools.personal.life.diary import Diary


@dataclass
class Shelf:
    """What all events of a life share."""

    number: int
    cast: Cast
    book: Book
    diary: Diary
    folders: dict[tuple[int, str], Draft] = field(default_factory=dict)
    calendars: dict[tuple[int, str], Draft] = field(default_factory=dict)
    notebooks: dict[str, Draft] = field(default_factory=dict)
    boards: dict[str, Draft] = field(default_factory=dict)
    channels: dict[str, Draft] = field(default_factory=dict)
    chats: dict[tuple[object, ...], Draft] = field(default_factory=dict)
    pages: dict[str, Draft] = field(default_factory=dict)
    follows: set[tuple[int, int]] = field(default_factory=set)
    paths: set[str] = field(default_factory=set)
    used: set[tuple[str, str]] = field(default_factory=set)
    taken: Counter[tuple[str, str]] = field(default_factory=Counter)
    kept: set[tuple[int, int]] = field(default_factory=set)
    moments: set[tuple[str, datetime]] = field(default_factory=set)
