"""The documents of a folder of skills."""

from __future__ import annotations

from pathlib import Path

from testbed.errors import UsageError

MOST_DOCUMENTS = 100
MOST_BYTES = 64 * 1024
"""Of a document."""


def read_documents(folder: str) -> dict[str, str]:
    """Return the Markdown files directly in a folder by their names without `.md`, sorted.

    Raises UsageError when there is none, or one cannot be read, is empty, too large or no UTF-8.
    """
    place = Path(folder)
    try:
        files = sorted(file for file in place.iterdir() if file.suffix == ".md" and file.is_file())
        if not files:
            raise UsageError(
                f"--skills {folder}: there is no document in it", hint="a document is a file NAME.md"
            )
        if len(files) > MOST_DOCUMENTS:
            raise UsageError(f"--skills {folder} has more than {MOST_DOCUMENTS} documents")
        return {file.stem: _text(file) for file in files}
    except OSError as error:
        raise UsageError(f"--skills {folder} cannot be read: {error.strerror}") from error


def _text(file: Path) -> str:
    data = file.read_bytes()
    if len(data) > MOST_BYTES:
        raise UsageError(f"{file} has more than {MOST_BYTES // 1024} KiB")
    try:
        text = data.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is no UTF-8 text: {error}") from error
    if not text:
        raise UsageError(f"{file} is empty", hint="write into it what agents should know, or remove it")
    return text


def title_of(text: str) -> str:
    """Return a document's first line without the marks of a heading."""
    return text.partition("\n")[0].lstrip("# ").strip()
