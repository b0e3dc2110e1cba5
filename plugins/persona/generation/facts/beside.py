"""What stands beside a record: other records of its life event, of its page, of its folder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime

from mcp_tools.personal.life.words import MONTHS, clock, long_day
from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.searching import visible
from plugins.persona.generation.lived import Lived, Row

_MOMENT = re.compile(rf"day (\d+) ({'|'.join(MONTHS)})(?: at|,| from) (\d+):(\d\d)")


def written_by(lived: Lived, kind: str, key: str, person: str, *types: str) -> tuple[str, ...]:
    """Return what somebody has written in the happening of a record, of these types."""
    address = lived.view.people[person].get("address", "")
    return tuple(
        f"{other} {name}"
        for other, name in _beside(lived, kind, key)
        if other in types
        and name in lived.records(other)
        and lived.record(other, name)["sender"] in (person, address)
    )


def telling(lived: Lived, kind: str, key: str, *texts: str) -> tuple[str, ...]:
    """Return a record and those of the same happening that have all these texts, each as "mail.message mail-12"."""
    own = f"{kind} {key}"
    return (
        own,
        *(
            record
            for other, name in _beside(lived, kind, key)
            if (record := f"{other} {name}") != own
            and name in lived.records(other)
            and all(text in json.dumps(lived.record(other, name), ensure_ascii=False) for text in texts)
        ),
    )


def others_beside(lived: Lived, kind: str, key: str, other: str) -> list[Data]:
    """Return the records of a type of the happening that a record belongs to."""
    seen = lived.records(other)
    return [seen[name] for type_, name in _beside(lived, kind, key) if type_ == other and name in seen]


def shown(kind: str, rows: list[Row]) -> tuple[str, ...]:
    """Return rows of a type as facts name what was shown."""
    return tuple(f"{kind} {key}" for key, _ in rows)


def properties(lived: Lived, page: str) -> dict[str, Row]:
    """Return the properties of a page by name."""
    records = lived.view.records["notes.property"].items()
    return {data["name"]: (key, data) for key, data in records if data["page"] == page}


def pages(lived: Lived, beginning: str) -> list[Row]:
    """Return the main person's pages whose title begins so, the last edited first."""
    found = [row for row in visible(lived, "notes.page") if row[1]["title"].startswith(beginning)]
    return sorted(found, key=lambda row: str(row[1]["edited"]), reverse=True)


def files(lived: Lived, folder: str) -> list[Row]:
    """Return the files of a folder of the main person's vault, the last edited first."""
    found = [row for row in visible(lived, "vault.file") if row[1]["path"].startswith(f"{folder}/")]
    return sorted(found, key=lambda row: str(row[1]["edited"]), reverse=True)


def posts(lived: Lived) -> list[Row]:
    """Return the posts of the feed that the main person sees, the newest first."""
    return sorted(visible(lived, "feed.post"), key=lambda row: str(row[1]["at"]))[::-1]


def moments(text: str, near: str) -> list[str]:
    """Return the moments that a text names, such as "Tuesday 12 May at 9:30", in the year of a moment near them."""
    return [
        f"{near[:4]}-{MONTHS.index(found[2]) + 1:02}-{int(found[1]):02}T{int(found[3]):02}:{found[4]}"
        for found in _MOMENT.finditer(text)
    ]


def in_words(moment: str) -> tuple[str, str]:
    """Return the day and the time of a moment as texts have them: Tuesday 12 May, 9:30."""
    at = datetime.fromisoformat(moment)
    return long_day(at.date()), clock(at)


def _beside(lived: Lived, kind: str, key: str) -> Iterator[tuple[str, str]]:
    """The records of the happening that a record belongs to."""
    for event in lived.life.events:
        if (kind, key) in event.records:
            yield from event.records
