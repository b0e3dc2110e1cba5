"""Fonts of the user's own in a profile's image: a copy is kept on this host and is a part of the profile's recipe."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from testbed.command import command
from testbed.errors import ImageError, UsageError
from vm_images.folders import images_folder

FONT_FILES = frozenset({".ttf", ".otf", ".ttc", ".otc", ".pfb", ".woff", ".woff2"})


def kept_fonts(profile: str) -> Path:
    """Return the folder of a profile's fonts; there is none when the profile has no fonts."""
    return images_folder() / "fonts" / profile


def has_fonts(profile: str) -> bool:
    """Whether a profile has fonts of the user's own."""
    return kept_fonts(profile).is_dir()


def keep_fonts(profile: str, source: Path) -> int:
    """Let a profile have the fonts below a folder, and no others.

    Returns:
        How many font files there are.

    Raises:
        UsageError: There is no such folder, or no font in it.
        ImageError: Only root may do this.
    """
    if not source.is_dir():
        raise UsageError(f"--fonts: there is no folder {source}", hint="name a folder, or write --fonts none")
    files = [path for path in source.rglob("*") if path.suffix.lower() in FONT_FILES and path.is_file()]
    if not files:
        kinds = ", ".join(sorted(FONT_FILES))
        raise UsageError(f"--fonts: {source} has no font", hint=f"fonts are files that end in {kinds}")
    _require_root()
    folder = kept_fonts(profile)
    partial = folder.with_name(f".{profile}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    for file in files:
        copy = partial / file.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    drop_fonts(profile)
    partial.rename(folder)
    return len(files)


def drop_fonts(profile: str) -> None:
    """Let a profile have no fonts of the user's own. Raises ImageError unless root does this."""
    if has_fonts(profile):
        _require_root()
        shutil.rmtree(kept_fonts(profile))


def _require_root() -> None:
    if os.geteuid() != 0:
        raise ImageError(
            "changing an image's fonts needs root", hint=f"sudo {command('image build --fonts DIR')}"
        )
