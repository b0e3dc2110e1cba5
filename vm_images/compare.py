"""Whether two builds of a layer are the same, file by file.

    python -m vm_images.compare LEFT/root RIGHT/root [--times]

prints a line for each difference (what differs, a tab, the path) and exits with 1 if there is one that
`KNOWN_DIFFERENCES` does not name.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from vm_images.digest import Entry, entries

KNOWN_DIFFERENCES: Mapping[str, str] = {}
"""Patterns of paths that may differ between two builds, and why."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A path that differs, and in what: "only left", "only right", "mode", "owner", "content", "time"."""

    path: str
    kind: str

    @property
    def known(self) -> bool:
        """Whether the recipe names the path as one that may differ."""
        return any(fnmatch.fnmatchcase(self.path, pattern) for pattern in KNOWN_DIFFERENCES)


def differences(left: Path, right: Path, *, times: bool = False) -> Iterator[Difference]:
    """Yield the differences of two trees, sorted by path; `times` compares modification times too, in seconds."""
    ours, theirs = ({entry.path: entry for entry in entries(root)} for root in (left, right))
    for path in sorted(ours.keys() | theirs.keys()):
        one, other = ours.get(path), theirs.get(path)
        if one is None or other is None:
            yield Difference(path, "only right" if one is None else "only left")
        else:
            yield from (Difference(path, kind) for kind in _differing(one, other, times=times))


def _differing(one: Entry, other: Entry, *, times: bool) -> Iterator[str]:
    if one.mode != other.mode:
        yield "mode"
    if one.owner != other.owner:
        yield "owner"
    if one.content != other.content:
        yield "content"
    if times and one.seconds != other.seconds:
        yield "time"


def main() -> int:
    """Compare two layers. Returns the exit code."""
    parser = argparse.ArgumentParser(description="Compare two builds of a layer.")
    parser.add_argument("left", type=Path, metavar="LEFT", help="root folder of one build")
    parser.add_argument("right", type=Path, metavar="RIGHT", help="root folder of the other")
    parser.add_argument("--times", action="store_true", help="compare modification times too")
    options = parser.parse_args()
    for root in (options.left, options.right):
        if not root.is_dir():
            parser.error(f"there is no folder {str(root)!r}: give a layer's root folder")
    unexpected = 0
    for difference in differences(options.left, options.right, times=options.times):
        unexpected += not difference.known
        print(f"{difference.kind}{' (known)' if difference.known else ''}\t{difference.path}")
    return int(unexpected > 0)


if __name__ == "__main__":
    sys.exit(main())
