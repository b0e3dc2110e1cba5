"""Records of the feed on top of the small state: Robin and Mara follow each other, Robin asks to follow Jon."""

from __future__ import annotations

from typing import Any

from tests.mcp_tools.personal.small_state import JON, MARA, ROBIN

POSTS: dict[str, Any] = {
    "post-1": {
        "author": MARA,
        "text": "Rye bread, third try.",
        "topics": ["#bread", "#Sunday"],
        "place": "Corvin",
        "picture": "A loaf on a board",
        "at": "2026-05-10T09:00",
        "comments": {
            "comment-1": {"author": ROBIN, "text": "Looks good!", "at": "2026-05-10T09:30"},
            "comment-2": {"author": JON, "text": "Recipe?", "at": "2026-05-10T10:00"},
        },
        "likes": {"like-1": {"person": ROBIN}, "like-2": {"person": JON}},
    },
    "post-2": {
        "author": MARA,
        "text": "Rehearsal canary-20 is moved.",
        "audience": "followers",
        "at": "2026-05-11T18:00",
        "comments": {"comment-3": {"author": MARA, "text": "canary-21", "at": "2026-05-11T18:05"}},
    },
    "post-3": {"author": JON, "text": "New flat, canary-30", "picture": "Boxes", "at": "2026-05-11T20:00"},
    "post-4": {"author": ROBIN, "text": "Tomatoes are out.", "topics": ["#garden"], "at": "2026-05-09T12:00"},
}
TREE: dict[str, Any] = {
    "feed": {
        "profiles": {
            "profile-1": {"of": ROBIN, "about": "Garden and choir"},
            "profile-2": {"of": MARA, "about": "Bread"},
            "profile-3": {"of": JON, "is_private": True},
        },
        "posts": POSTS,
        "follows": {
            "follow-1": {"follower": ROBIN, "followed": MARA},
            "follow-2": {"follower": MARA, "followed": ROBIN},
            "follow-3": {"follower": MARA, "followed": JON},
            "follow-4": {"follower": ROBIN, "followed": JON, "is_accepted": False},
        },
        "notifications": {
            "notification-1": {
                "owner": MARA,
                "kind": "comment",
                "by": ROBIN,
                "post": "post-1",
                "comment": "comment-1",
                "at": "2026-05-10T09:30",
            },
            "notification-2": {
                "owner": MARA,
                "kind": "like",
                "by": ROBIN,
                "post": "post-1",
                "at": "2026-05-10T09:31",
            },
            "notification-3": {"owner": JON, "kind": "request", "by": ROBIN, "at": "2026-05-12T08:00"},
        },
    }
}
