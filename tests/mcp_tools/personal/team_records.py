"""Channels of the people of the small state: two public ones, and a private one that Robin is not in."""

from __future__ import annotations

from typing import Any

from tests.mcp_tools.personal.small_state import JON, MARA, ROBIN

TREE: dict[str, Any] = {
    "team": {
        "channels": {
            "channel-1": {
                "name": "general",
                "members": [ROBIN, MARA, JON],
                "purpose": "For everybody",
                "posts": {
                    "post-1": {
                        "author": MARA,
                        "text": "The release is on Friday.",
                        "at": "2026-05-11T09:00",
                        "is_pinned": True,
                    },
                    "post-2": {
                        "author": JON,
                        "text": "<@M1> Are the notes done?",
                        "at": "2026-05-11T09:10",
                        "thread": "post-1",
                        "mentions": [ROBIN],
                    },
                    "post-3": {"author": ROBIN, "text": "Cake in the kitchen", "at": "2026-05-11T15:00"},
                },
            },
            "channel-2": {
                "name": "lunch",
                "members": [MARA],
                "posts": {
                    "post-4": {"author": MARA, "text": "Soup today", "at": "2026-05-12T08:30"},
                },
            },
            "channel-3": {
                "name": "board",
                "is_private": True,
                "members": [MARA, JON],
                "posts": {
                    "post-5": {"author": JON, "text": "canary-8824: the budget", "at": "2026-05-12T08:40"},
                },
            },
        },
        "statuses": {"status-1": {"person": MARA, "text": "In Corvin", "until": "2026-05-12T12:00"}},
    }
}
