"""The browser's bookmarks, search engines and saved passwords as trees."""

from __future__ import annotations

from collections.abc import Iterator

from checkers.differences.databases.database_tree import read_database_tree
from checkers.differences.json_tree import parse_object
from checkers.differences.text_tree import encodable
from checkers.differences.tree import Attributes, Span, TreeNode
from checkers.evidence import Unusable

MAX_DEPTH = 50
FOLDERS = {"bookmark_bar": "Bookmarks bar", "other": "Other bookmarks", "synced": "Mobile bookmarks"}
ENGINES = "keywords"
"""The table of search engines and site searches in Web Data; the others fill as pages are visited."""
LOGINS = "logins"
ENGINE_COLUMNS = ("short_name", "keyword", "url", "is_active")


def read_bookmarks_tree(data: bytes, name: str) -> TreeNode:
    """Read Bookmarks: folders by their titles, bookmarks by their addresses with their titles as texts, in order.

    b"" is a file that is not there. Raises Unusable.
    """
    roots = parse_object(data, name).get("roots")
    roots = roots if isinstance(roots, dict) else {}
    return TreeNode(
        "bookmarks",
        children=tuple(
            TreeNode("folder", title, children=tuple(_children(roots.get(key), 0)))
            for key, title in FOLDERS.items()
        ),
    )


def read_search_engines_tree(data: bytes, name: str) -> TreeNode:
    """Read the search engines and site searches in Web Data that a user added, changed, or switched on or off.

    b"" is a file that is not there. Raises Unusable.
    """
    engines = (
        TreeNode(
            "search engine",
            str(row.attributes.get("keyword", "")),
            {column: row.attributes.get(column) for column in ENGINE_COLUMNS},
        )
        for row in _rows(data, name, ENGINES)
        if _is_users(row.attributes)
    )
    return TreeNode("search engines", children=tuple(sorted(engines, key=lambda node: node.name)))


def read_passwords_tree(data: bytes, name: str) -> TreeNode:
    """Read Login Data: of which sites and users a password is saved, or never to be; b"" is a file that is not there.

    Raises Unusable.
    """
    logins = (
        TreeNode(
            "password",
            f"{row.attributes.get('signon_realm')} {row.attributes.get('username_value')}".strip(),
            {
                "password": row.attributes.get("password_value"),
                "never": row.attributes.get("blacklisted_by_user"),
            },
        )
        for row in _rows(data, name, LOGINS)
    )
    return TreeNode("passwords", children=tuple(sorted(logins, key=lambda node: node.name)))


def _rows(data: bytes, name: str, table: str) -> tuple[TreeNode, ...]:
    tables = (
        node for node in read_database_tree(data, name).children if (node.kind, node.name) == ("table", table)
    )
    return tuple(row for node in tables for row in node.children)


def _is_users(engine: Attributes) -> bool:
    """Whether a user added, changed or switched a search engine; the browser adds its own, and those that pages offer.

    It may replace these. On are those of them that search in the browser itself ("starter pack").
    """
    own_state = int(bool(engine.get("starter_pack_id")))
    return not engine.get("safe_for_autoreplace") or engine.get("is_active", own_state) != own_state


def _children(folder: object, depth: int) -> Iterator[TreeNode]:
    children = folder.get("children") if isinstance(folder, dict) else None
    if depth > MAX_DEPTH:
        raise Unusable(f"folders of bookmarks are at most {MAX_DEPTH} levels deep", "they are deeper")
    for child in children if isinstance(children, list) else []:
        if not isinstance(child, dict):
            raise Unusable("a bookmark is an object", repr(child)[:100])
        title = encodable(str(child.get("name", "")))
        if child.get("type") == "folder":
            yield TreeNode("folder", title, children=tuple(_children(child, depth + 1)))
        else:
            yield TreeNode("bookmark", encodable(str(child.get("url", ""))), spans=(Span(title),))
