"""What is set in LibreOffice: the settings of the user's that differ, or once differed, from its own."""

from __future__ import annotations

from checkers.archives import parse_xml
from checkers.base import Claim, GuestView
from checkers.evidence import examine, fetch

SETTINGS = "/home/user/.config/libreoffice/4/user/registrymodifications.xcu"
OOR = "{http://openoffice.org/2001/registry}"


def settings(guest: GuestView) -> dict[str, str]:
    """Values as text by the path of their node and their name, such as "Office.Common/Save/Document/AutoSave".

    Raises Unusable.
    """
    found = {}
    for item in parse_xml(fetch(guest, SETTINGS), "LibreOffice's settings").iterfind("item"):
        node = item.get(f"{OOR}path", "").removeprefix("/org.openoffice.")
        for prop in item.iterfind("prop"):
            found[f"{node}/{prop.get(f'{OOR}name', '')}"] = prop.findtext("value", "")
    return found


def setting_is(guest: GuestView, name: str, value: str, *, default: str) -> Claim:
    """Claim that a setting has this value; `default` is what it is without being set."""

    def look() -> tuple[bool, object]:
        current = settings(guest).get(name, default)
        return current == value, current

    return examine(f"LibreOffice's setting {name} is {value}", look)
