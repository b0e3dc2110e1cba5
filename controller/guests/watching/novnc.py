"""Where noVNC is on this host: npm puts it, pinned by the recipe's lock file, into the image's layers."""

from __future__ import annotations

from pathlib import Path

from testbed.errors import ImageError
from vm_images.image import BUILD_COMMAND, list_images

_FOLDER = "opt/testbed/npm/node_modules/@novnc/novnc"


def novnc_folder() -> Path:
    """The folder of noVNC in the newest image that has it. Raises ImageError when none has."""
    for image in list_images():
        for layer in image.layers:
            if (layer / _FOLDER / "core/rfb.js").is_file():
                return layer / _FOLDER
    raise ImageError(
        "the browser's VNC client comes with the guest image, and none is here", hint=BUILD_COMMAND
    )
