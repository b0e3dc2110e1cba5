"""Two notebooks: one that Robin shares with Mara, and one of Mara's."""

from __future__ import annotations

from typing import Any

from tests.mcp_tools.personal.small_state import MARA, ROBIN

PAGES: dict[str, Any] = {
    "page-1": {
        "title": "Choir trip",
        "body": "Bus leaves at 8:00.\nBring: tent, lamp, tent pegs",
        "at": "2026-05-02T10:00",
        "edited": "2026-05-10T18:30",
        "properties": {
            "property-1": {"name": "Status", "kind": "choice", "value": "In progress"},
            "property-2": {"name": "Due", "kind": "date", "value": "2026-06-05"},
            "property-3": {"name": "Cost", "kind": "number", "value": "240.5"},
        },
    },
    "page-2": {
        "title": "Packing",
        "body": "- shoes\n  - laces",
        "above": "page-1",
        "at": "2026-05-03T10:00",
        "edited": "2026-05-11T08:00",
        "properties": {"property-4": {"name": "Status", "kind": "choice", "value": "Done"}},
    },
    "page-3": {
        "title": "First aid",
        "above": "page-2",
        "at": "2026-05-04T10:00",
        "edited": "2026-05-04T10:00",
    },
    "page-4": {
        "title": "Recipes",
        "body": "Soup of lentils",
        "at": "2026-05-05T10:00",
        "edited": "2026-05-05T10:00",
    },
}
TREE: dict[str, Any] = {
    "notes": {
        "notebooks": {
            "notebook-1": {"owner": ROBIN, "name": "Home", "members": [MARA], "pages": PAGES},
            "notebook-2": {
                "owner": MARA,
                "name": "Own",
                "pages": {
                    "page-5": {
                        "title": "Diary",
                        "body": "Slept late.",
                        "at": "2026-05-06T10:00",
                        "edited": "2026-05-06T10:00",
                    }
                },
            },
        }
    }
}
