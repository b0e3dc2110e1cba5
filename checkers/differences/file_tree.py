"""Files of the user's that are no office documents as trees, each by its kind."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from checkers.differences.csv_tree import read_csv_tree
from checkers.differences.databases.database_tree import SIGNATURE, read_database_tree
from checkers.differences.json_tree import read_json_lines_tree, read_json_tree
from checkers.differences.picture_tree import read_picture_tree
from checkers.differences.playlist_tree import read_m3u_tree, read_xspf_tree
from checkers.differences.text_tree import read_text_tree
from checkers.differences.tree import TreeNode
from checkers.evidence import Unusable

Reader = Callable[[bytes, str], TreeNode]
"""Reads a file's content into a tree; the second argument is its name, for messages. Raises Unusable."""

READERS: dict[str, Reader] = {
    **dict.fromkeys((".json", ".jsonc", ".ipynb", ".geojson", ".webmanifest"), read_json_tree),
    **dict.fromkeys((".jsonl", ".ndjson"), read_json_lines_tree),
    **dict.fromkeys((".csv", ".tsv", ".tab"), read_csv_tree),
    **dict.fromkeys((".m3u", ".m3u8"), read_m3u_tree),
    ".xspf": read_xspf_tree,
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp"), read_picture_tree),
}
"""The readers of files by the endings of their names; others are read as texts."""


def read_file_tree(data: bytes, name: str) -> TreeNode:
    """Read a file by its kind; one that is not what its name says as text, and what is no text by its hash."""
    for reader in _readers(data, name):
        try:
            return reader(data, name)
        except Unusable:
            continue
    return read_hash_tree(data, name)


def read_hash_tree(data: bytes, _: str) -> TreeNode:
    """Return a file's size and hash."""
    return TreeNode("file", attributes={"size": len(data), "sha256": hashlib.sha256(data).hexdigest()})


def _readers(data: bytes, name: str) -> Iterator[Reader]:
    if data.startswith(SIGNATURE):
        yield read_database_tree
    if reader := READERS.get(PurePosixPath(name).suffix.casefold()):
        yield reader
    yield read_text_tree
