"""Files that other machines' file managers, file systems and open office documents leave: no content of anyone's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

_JUNK = re.compile(
    r"\._.*|\.DS_Store|\.AppleDouble|__MACOSX|\.Spotlight-V100|\.Trashes|\.fseventsd"  # macOS
    r"|Thumbs\.db|ehthumbs\.db|desktop\.ini"  # Windows
    r"|@eaDir|\.directory|\.Trash-\d+|\.nfs[0-9a-f]+|\.fuse_hidden.*|lost\+found"
    r"|\.~lock\..*#|~\$.*",  # LibreOffice, Microsoft Office: somebody has the document open
    re.IGNORECASE,
)


def is_junk(path: Path, root: Path | None = None) -> bool:
    """Whether a path's name, or that of a folder between `root` and it, is one of such files."""
    names = path.relative_to(root).parts if root else (path.name,)
    return any(map(_JUNK.fullmatch, names))


def without_junk(paths: Iterable[Path], root: Path | None = None) -> list[Path]:
    """Return the other paths, sorted; see `is_junk`."""
    return sorted(path for path in paths if not is_junk(path, root))


def is_empty(folder: Path) -> bool:
    """Whether a folder has nothing else. Raises OSError."""
    return all(is_junk(path) for path in folder.iterdir())
