"""Records of the forum on top of the small state: two boards, three threads, answers that answer each other, votes."""

from __future__ import annotations

from typing import Any

from tests.mcp_tools.personal.small_state import JON, MARA, ROBIN

THREADS: dict[str, Any] = {
    "thread-1": {
        "author": MARA,
        "title": "Rye starter smells of glue",
        "text": "Third day, warm kitchen.",
        "at": "2026-05-09T10:00",
        "answers": {
            "answer-1": {"author": JON, "text": "Feed it twice a day.", "at": "2026-05-09T11:00"},
            "answer-2": {"author": ROBIN, "text": "Use less water.", "at": "2026-05-09T12:00"},
            "answer-3": {
                "author": MARA,
                "text": "How much flour?",
                "answers": "answer-1",
                "at": "2026-05-09T13:00",
            },
            "answer-4": {
                "author": JON,
                "text": "The same weight.",
                "answers": "answer-3",
                "at": "2026-05-09T14:00",
            },
        },
        "votes": {
            "vote-1": {"owner": ROBIN, "answer": "answer-2", "value": "up"},
            "vote-2": {"owner": MARA, "answer": "answer-2", "value": "up"},
            "vote-3": {"owner": MARA, "answer": "answer-1", "value": "down"},
        },
    },
    "thread-2": {
        "author": ROBIN,
        "title": "Which oven?",
        "at": "2026-05-10T10:00",
        "votes": {"vote-4": {"owner": JON, "value": "down"}},
    },
}
TREE: dict[str, Any] = {
    "forum": {
        "boards": {
            "board-1": {"name": "Baking", "about": "Bread and cake", "threads": THREADS},
            "board-2": {
                "name": "Corvin",
                "about": "The town",
                "threads": {
                    "thread-3": {"author": JON, "title": "Bridge closed in June", "at": "2026-05-11T10:00"}
                },
            },
        },
        "saved": {"saved-1": {"owner": ROBIN, "thread": "thread-3"}},
    }
}
