"""What was sent to a task's fixture site, which keeps each form as a line of JSON in its state folder."""

from __future__ import annotations

import json

from checkers.base import GuestView
from checkers.evidence import Unusable, fetch
from checkers.files import absent

STATE = "/var/lib/private"
"""Where systemd has the state folders of services that run under a user of their own."""
LIMIT = 100_000


def sent(guest: GuestView, site: str) -> list[dict[str, str]]:
    """The forms that were sent to a site, in their order; values with single spaces. Raises Unusable.

    The site writes them to the file `sent.jsonl`; without that file nothing was sent.
    """
    path = f"{STATE}/{site}/sent.jsonl"
    if absent(guest, path).holds:
        return []
    lines = fetch(guest, path, limit=LIMIT).decode("utf-8", "replace").splitlines()
    try:
        forms = [json.loads(line) for line in lines]
    except (ValueError, RecursionError) as error:
        raise Unusable(f"what was sent to {site} is well-formed", error) from error
    if not all(isinstance(form, dict) for form in forms):
        raise Unusable(f"what was sent to {site} is well-formed", "a line holds no object")
    return [{key: " ".join(str(value).split()) for key, value in form.items()} for form in forms]
