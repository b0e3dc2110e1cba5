"""What every page of the viewer must be, whatever its records say."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from tests.controller.parsed_html import Parsed

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\x00\x1b[31m\u202eevil\ud800 ${7*7}"
"""Text as a hostile model or guest would have it, as far as JSON holds it."""
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_ALLOWED: Final = frozenset("\n\t\u200c\u200d")
"""Lines, tabs, and the joiners that some scripts and emoji need."""


@dataclass(frozen=True)
class Seen:
    """A page's elements and its text, as a browser sees them."""

    elements: list[tuple[str, dict[str, str]]]
    text: str

    def addresses(self) -> list[str]:
        """Everything the page names: links, pictures, style, script, where forms go."""
        named = (
            attributes.get(name) for _, attributes in self.elements for name in ("href", "src", "action")
        )
        return [address for address in named if address is not None]


def check_page(html: str) -> Seen:
    """Whether a page is well-formed, runs no script but its own, and names nothing elsewhere."""
    parsed = Parsed(html)
    seen = Seen(parsed.elements, "".join(parsed.text))
    scripts = [attributes for tag, attributes in seen.elements if tag == "script"]
    kind = next((attributes.get("data-page") for tag, attributes in seen.elements if tag == "body"), None)
    names = [script["src"].rpartition("/")[2] for script in scripts]
    assert names == [
        "viewer.js",
        *(["player.js"] if kind in ("episode", "episodes") else []),
    ]
    names = {name for _, attributes in seen.elements for name in attributes}
    assert not [name for name in names if name.startswith("on") or name == "style"]
    assert not [address for address in seen.addresses() if ":" in address or address.startswith("/")]
    assert {tag for tag, _ in seen.elements}.isdisjoint({"iframe", "object", "embed", "base", "style"})
    ids = [attributes["id"] for _, attributes in seen.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert not [letter for letter in set(html) - _ALLOWED if unicodedata.category(letter) in _INVISIBLE]
    return seen
