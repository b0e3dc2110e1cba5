"""HTML built by functions, which escape every text that is not `Html` already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from controller.core.texts import breakable
from controller.results.viewer.links import Links
from controller.results.viewer.text import escape_text, one_line

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'"
)
_WITH_PICTURES = ("episode", "episodes")
"""Kinds of pages whose pictures can be enlarged."""
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})

Attribute = str | int | None
"""An attribute's value: None and False omit the attribute, True gives it no value."""


class Html(str):
    """Text that is HTML."""

    __slots__ = ()


def line(text: str, longest: int = 0) -> Html:
    """A record's text on one line."""
    return Html(escape(one_line(text, longest)))


def name_line(text: str) -> Html:
    """A name on one line, such as that of a task, which may break between its parts."""
    return Html(breakable(line(text)))


def block(text: str) -> Html:
    """A record's text with its line ends and tabs, for an element that keeps them."""
    return Html(escape_text(text))


def el(name: str, /, *children: str | None, **attributes: Attribute) -> Html:
    """An element. Children that are not `Html` are texts on one line (`line`).

    In attributes' names `_` stands for `-`, and one at the end is dropped: `class_`, `data_live`.
    """
    opening = f"<{name}{''.join(_attribute(key, value) for key, value in attributes.items())}>"
    return Html(opening if name in _VOID else f"{opening}{join(children)}</{name}>")


def join(children: Iterable[str | None]) -> Html:
    """Elements and texts in sequence; None is left out."""
    return Html(
        "".join(item if isinstance(item, Html) else line(item) for item in children if item is not None)
    )


def _attribute(name: str, value: Attribute) -> str:
    plain = name.removesuffix("_").replace("_", "-")
    if value is None or value is False:
        return ""
    if value is True:
        return f" {plain}"
    return f' {plain}="{line(str(value))}"'


def link(address: str, *children: str | None, **attributes: Attribute) -> Html:
    return el("a", *children, href=address, **attributes)


def warning(text: str, items: Sequence[str] = (), most: int = 50) -> Html:
    """A warning, with the first of its items."""
    shown = [el("li", item) for item in items[:most]]
    if len(items) > most:
        shown.append(el("li", f"and {len(items) - most} more"))
    return el("div", text, el("ul", *shown) if shown else None, class_="warning", role="note")


Crumb = tuple[str, str]
"""A page above: its name and its address."""


def document(
    title: str,
    body: Iterable[str | None],
    links: Links,
    crumbs: Sequence[Crumb] = (),
    *,
    kind: str = "",
    live: int = 0,
) -> str:
    """A whole page of a kind: "runs", "run", "tasks", "compare", "episode", "episodes".

    `crumbs` are the pages above it. With `live` the script looks for news so often, in seconds.
    """
    above = [("testbed", links.runs()), *crumbs]
    trail = [
        link(address, name, rel="up" if place == len(above) else None)
        for place, (name, address) in enumerate(above, 1)
    ]
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=POLICY),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="referrer", content="no-referrer"),
        el("title", f"{title} – testbed"),
        el("link", rel="icon", href=links.asset("icon.svg")),
        el("link", rel="stylesheet", href=links.asset("viewer.css")),
        el("script", src=links.asset("viewer.js"), defer=True),
        el("script", src=links.asset("player.js"), defer=True) if kind in _WITH_PICTURES else None,
    )
    page = el(
        "body",
        el("nav", *trail, class_="crumbs", aria_label="Pages above"),
        el("main", *body),
        data_page=kind or None,
        data_live=live or None,
    )
    return f"<!doctype html>\n{el('html', head, page, lang='en')}\n"


def refusal(title: str, message: str, hint: str, links: Links) -> str:
    """A page with an error message."""
    body = [el("h1", title), warning(message), el("p", hint) if hint else None]
    return document(title, body, links, kind="refusal")
