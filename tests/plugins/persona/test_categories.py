from __future__ import annotations

import pytest

from plugins.persona.categories import category_of


@pytest.mark.parametrize(
    ("tools", "category"),
    [
        (["calendar_search", "team_post", "contacts_search"], "collaboration"),
        (["contacts_merge"], "collaboration"),
        (["mail_send", "contacts_search"], "mail"),
        (["notes_append", "vault_search", "city_guide_find_places"], "content"),
        (["feed_publish", "forum_post"], "social"),
        (["calendar_search", "mail_send"], "collaboration_cross"),
        (["calendar_search", "feed_home"], "collaboration_cross"),
        (["feed_home", "notes_append"], "social_cross"),
        (["mail_send", "forum_post"], "social_cross"),
        (["mail_send", "notes_append"], "hodgepodge"),
        (["mail_send", "notes_append", "team_post"], "hodgepodge"),
        (["transit_desk_search_trains", ""], "none"),
    ],
)
def test_a_task_is_of_the_category_of_its_tools(tools: list[str], category: str) -> None:
    assert category_of(tools) == category
