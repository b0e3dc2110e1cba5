"""Images without their background, cut out with OpenCV's GrabCut.

The background is taken to be what the border of the picture shows: colours near the border's, reaching in
from it, are background, and GrabCut (iterated graph cuts over colour models) draws the line from there. It
works for one main object before a plain, graded or calm background; it does not know what an object is.
"""

from __future__ import annotations

import time
from typing import Annotated, Any

from PIL import Image
from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.os_command import existing_file, path_text, user_path
from mcp_tools.os_output import output_file
from mcp_tools.os_pictures import open_image, save_image, visible
from mcp_tools.registry import ToolError, tool
from mcp_tools.timeouts import scale_timeout

WORK_SIDE = 700
"""GrabCut works on a copy that is no larger than this, in pixels; the cut is scaled up afterwards."""
BORDER = 0.02
BORDER_COLOURS = 6
NEAR, FAR = 12.0, 40.0
"""Distances in CIE L*a*b* from the border's colours: surely background where connected, rather foreground."""
ITERATIONS = 5
SPECK = 0.002
SECONDS = 90.0
FORMATS = {".png": "PNG", ".webp": "WEBP"}
EXACT: dict[str, dict[str, Any]] = {"PNG": {}, "WEBP": {"lossless": True, "method": 0, "quality": 20}}
"""Options by which a format keeps the object's colours as they are."""


class CutOut(TypedDict):
    """The file written, its size in pixels, and how much of it is left, in percent of its area."""

    path: str
    width: int
    height: int
    kept_percent: float


@tool("osworld_mcp_os.remove_image_background", app="os", destructive=True, idempotent=True, seconds=SECONDS)
def remove_image_background(
    image_path: Annotated[str, Field(description="path of the image; it stays as it is")],
    output_path: Annotated[str, Field(description="path of the .png or .webp file to write")],
) -> CutOut:
    """Make the background of an image transparent (colour-based: for an object before a plain or calm background).

    Overwrites the output file.
    """
    deadline = time.monotonic() + scale_timeout(SECONDS - 10)
    source = existing_file(image_path)
    target = output_file(output_path, tuple(FORMATS), source)
    image = open_image(source, deadline)
    info = image.info
    image = visible(image, source).convert("RGBA")
    alpha = _foreground(image)
    share = sum(value * number for value, number in enumerate(alpha.histogram())) / (
        255 * image.width * image.height
    )
    if not 0.002 < share < 0.995:
        raise ToolError(
            f"no object stands out from the border of {path_text(source)}; this works for an object before a plain or "
            "calm background"
        )
    image.putalpha(alpha)
    format_name = FORMATS[user_path(output_path).suffix.lower()]
    save_image(image, format_name, target, deadline, info, **EXACT[format_name])
    return CutOut(
        path=str(target), width=image.width, height=image.height, kept_percent=round(100 * share, 1)
    )


def _foreground(image: Image.Image) -> Image.Image:
    """How much of each pixel is foreground, 0 to 255; what was transparent stays so."""
    import cv2
    import numpy as np

    scale = min(1.0, WORK_SIDE / max(image.size))
    size = (max(8, round(image.width * scale)), max(8, round(image.height * scale)))
    reduced = image.resize(size, Image.Resampling.BOX)
    backed = Image.alpha_composite(Image.new("RGBA", size, "white"), reduced).convert("RGB")
    small = np.asarray(backed)[:, :, ::-1].copy()
    mask = _first_guess(small)
    if (mask == cv2.GC_PR_FGD).any() and (mask != cv2.GC_PR_FGD).any():
        models = np.zeros((1, 65)), np.zeros((1, 65))
        cv2.setRNGSeed(1)
        cv2.grabCut(small, mask, None, *models, ITERATIONS, cv2.GC_INIT_WITH_MASK)
    foreground = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    soft = cv2.GaussianBlur(_without_specks(foreground) * np.float32(255), (0, 0), 0.7)
    alpha = Image.fromarray(soft.round().astype(np.uint8)).resize(image.size, Image.Resampling.BICUBIC)
    opaque = image.getchannel("A")
    return Image.fromarray(np.minimum(np.asarray(alpha), np.asarray(opaque)))


def _first_guess(picture: Any) -> Any:
    """GrabCut's mask: sure background near the border's colours and joined to it, the rest by distance."""
    import cv2
    import numpy as np

    lab = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    height, width = lab.shape[:2]
    edge = max(2, round(BORDER * min(height, width)))
    ring = np.ones((height, width), bool)
    ring[edge:-edge, edge:-edge] = False
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    samples = lab[ring]
    cv2.setRNGSeed(1)
    _, labels, colours = cv2.kmeans(
        samples, min(BORDER_COLOURS, len(samples)), None, criteria, 2, cv2.KMEANS_PP_CENTERS
    )
    share = np.bincount(labels.ravel(), minlength=len(colours)) / len(samples)
    colours = colours[share >= 0.05]  # an object that touches the border is not its main colour
    distance = np.min(np.linalg.norm(lab[:, :, None, :] - colours[None, None], axis=3), axis=2)
    near = (distance < NEAR).astype(np.uint8)
    _, parts = cv2.connectedComponents(near, connectivity=4)
    joined = np.isin(parts, np.unique(parts[ring & (near > 0)])) & (near > 0)
    mask = np.where(distance > NEAR, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    mask[ring & (distance < FAR)] = cv2.GC_PR_BGD
    mask[joined] = cv2.GC_BGD
    return mask


def _without_specks(foreground: Any) -> Any:
    """Leaves out parts smaller than SPECK of the picture's area."""
    import cv2
    import numpy as np

    number, parts, stats, _ = cv2.connectedComponentsWithStats(foreground, connectivity=8)
    large = [part for part in range(1, number) if stats[part, cv2.CC_STAT_AREA] >= SPECK * foreground.size]
    return np.isin(parts, large).astype(np.uint8)
