"""The clipboard for programs that paste what cannot be typed; it is empty again when the program is over."""

from __future__ import annotations

import subprocess

_XCLIP = ("xclip", "-selection", "clipboard")
SECONDS = 10.0
"""How long the application that owns the clipboard may take."""


def copy(text: object) -> None:
    # xclip stays to serve the text, and would hold open what it inherits.
    subprocess.run(
        [*_XCLIP, "-in"],
        input=str(text).encode(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=SECONDS,
    )


def paste() -> str:
    """The clipboard's text, "" when there is none. Raises TimeoutError when its owner does not tell it."""
    try:
        shown = subprocess.run([*_XCLIP, "-out"], capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(
            f"the application whose text is in the clipboard did not answer in {SECONDS:g} s"
        ) from error
    return shown.stdout.decode("utf-8", "replace")
