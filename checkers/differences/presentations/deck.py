"""What the parts of a presentation have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from checkers.differences.presentations.pages import Page
from checkers.differences.presentations.xml import get

_JUMP = "ppaction://hlinkshowjump?jump="
_SLIDE_JUMP = "ppaction://hlinksldjump"
_MEDIA = "ppaction://media"


@dataclass(frozen=True)
class Deck:
    """A presentation.

    Attributes:
        default_styles: Its `p:defaultTextStyle`, None if it has none.
        table_styles: The definitions of table styles, by their ids.
        titles: What its slides are called in links, by the names of their parts.
    """

    default_styles: Any
    table_styles: Mapping[str, Any]
    titles: Mapping[str, str]

    def read_link(self, link: Any, page: Page) -> str | None:
        """Return where an `a:hlinkClick` of a page leads, None if nowhere."""
        if link is None:
            return None
        action, relationship = get(link, "action"), get(link, "r:id")
        if action.startswith(_JUMP):
            return action.removeprefix(_JUMP)
        if action == _MEDIA:
            return None
        if not relationship:
            return action or None
        relation = page.part.rels[relationship]
        if relation.is_external:
            return str(relation.target_ref)
        return self.titles.get(str(relation.target_part.partname), "")
