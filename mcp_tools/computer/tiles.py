"""Pictures of the screen compared tile by tile: which squares of 16 pixels differ."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

TILE = 16
"""Side of a tile in pixels; the last row and column of tiles may be smaller."""

Pixels = NDArray[np.uint32]
Tiles = NDArray[np.bool_]


def changed_tiles(before: Pixels, after: Pixels) -> Tiles:
    """Compare two pictures.

    Args:
        before: Pixels, height x width.
        after: The later picture.

    Returns:
        One value a tile, rows x columns, true where the pictures differ; all true if their sizes differ.
    """
    if before.shape != after.shape:
        return np.ones(grid(after.shape), bool)
    height, width = after.shape
    differs = np.pad(before != after, ((0, 0), (0, -width % TILE)))
    # Eight pixels at a time: pixel by pixel takes four times as long.
    bands = np.bitwise_or.reduceat(differs.view(np.uint64), range(0, height, TILE), axis=0)
    return np.asarray((bands.reshape(len(bands), -1, TILE // 8) != 0).any(axis=2))


def grid(size: tuple[int, ...]) -> tuple[int, int]:
    """Rows and columns of tiles of a picture with `size` (height, width)."""
    return -(-size[0] // TILE), -(-size[1] // TILE)


def widen(tiles: Tiles) -> Tiles:
    """Return the tiles with their eight neighbours."""
    rows = tiles.copy()
    rows[1:] |= tiles[:-1]
    rows[:-1] |= tiles[1:]
    both = rows.copy()
    both[:, 1:] |= rows[:, :-1]
    both[:, :-1] |= rows[:, 1:]
    return both


def bounds(tiles: Tiles) -> tuple[slice, slice]:
    """Return the rows and columns of the smallest rectangle around the tiles, of which at least one is true."""
    rows, columns = np.flatnonzero(tiles.any(axis=1)), np.flatnonzero(tiles.any(axis=0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def parts(tiles: Tiles) -> list[Tiles]:
    """Divide the tiles into those that touch one another or have only one tile between them."""
    near, left = widen(tiles), tiles.copy()
    found = []
    while left.any():
        part = np.zeros_like(tiles)
        part[np.unravel_index(left.argmax(), left.shape)] = True
        while (grown := widen(part) & near).sum() > part.sum():
            part = grown
        found.append(part & tiles)
        left &= ~part
    return found
