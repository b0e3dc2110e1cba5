"""Reading the files that are one state into a tree: by their path in the home folder, and by what they are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from checkers.differences.databases.journals import merge_journals
from checkers.differences.documents.document_tree import read_docx_tree
from checkers.differences.file_tree import Reader
from checkers.differences.home_files import find_rule
from checkers.differences.open_documents.open_document_tree import read_open_document_tree
from checkers.differences.presentations.presentation_tree import read_pptx_tree
from checkers.differences.repositories.repository_tree import read_repository_tree
from checkers.differences.tree import TreeNode
from checkers.differences.workbooks.workbook_tree import read_xlsx_tree

REPOSITORY = ".git"
LOGS = ("-wal", "-journal")
"""Endings of the files beside a database that hold a part of it."""
OFFICE: Mapping[str, Reader] = {
    **dict.fromkeys((".xlsx", ".xlsm"), read_xlsx_tree),
    **dict.fromkeys((".docx", ".docm"), read_docx_tree),
    **dict.fromkeys((".pptx", ".pptm"), read_pptx_tree),
    **dict.fromkeys((".odt", ".ods", ".odp"), read_open_document_tree),
}


def may_hide(path: str) -> bool:
    """Test whether a file may have in it what its reader does not see (`unseen`): an office file, a repository."""
    name = PurePosixPath(path)
    return name.name == REPOSITORY or name.suffix.casefold() in OFFICE


def read_tree(path: str, contents: Mapping[str, bytes]) -> TreeNode:
    """Read a state of files into a tree.

    Args:
        path: The path in the home folder: of a file; of a database; of a repository's `.git`.
        contents: The file's content by the name ""; beside it a database's logs by their endings. Of a repository, its
            files by their paths in `.git`.

    Raises Unusable.
    """
    if PurePosixPath(path).name == REPOSITORY:
        return read_repository_tree(contents)
    wal, journal = (contents.get(ending, b"") for ending in LOGS)
    data = merge_journals(contents.get("", b""), path, wal=wal, journal=journal)
    office = OFFICE.get(PurePosixPath(path).suffix.casefold())
    rule = find_rule(path, existed=True)
    if office is None and rule is None:
        raise ValueError(f"{path} is left out of what is compared")
    return (office or rule.reader)(data, path)  # type: ignore[union-attr]
