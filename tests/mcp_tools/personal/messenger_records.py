"""Conversations of the people of the small state. Robin shares none with Jon."""

from __future__ import annotations

from typing import Any

from tests.mcp_tools.personal.small_state import JON, MARA, ROBIN

TREE: dict[str, Any] = {
    "messenger": {
        "conversations": {
            "chat-1": {
                "members": [ROBIN, MARA],
                "messages": {
                    "msg-1": {"sender": MARA, "text": "Rehearsal at seven?", "at": "2026-05-10T18:00"},
                    "msg-2": {
                        "sender": ROBIN,
                        "text": "At eight, please.",
                        "at": "2026-05-10T18:05",
                        "reply_to": "msg-1",
                        "reactions": {"reaction-1": {"person": MARA, "emoji": "👍"}},
                    },
                },
            },
            "chat-2": {
                "name": "Choir trip",
                "members": [MARA, ROBIN],
                "messages": {
                    "msg-3": {
                        "sender": ROBIN,
                        "text": "The bus leaves at nine.\nBring the scores.",
                        "at": "2026-05-11T08:30",
                        "is_edited": True,
                    }
                },
            },
            "chat-3": {
                "members": [MARA, JON],
                "messages": {
                    "msg-4": {"sender": JON, "text": "canary-5512: a party", "at": "2026-05-11T20:00"}
                },
            },
        }
    }
}
