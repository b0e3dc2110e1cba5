from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.computer.tiles import TILE, bounds, changed_tiles, grid, parts, widen


@given(st.integers(1, 70), st.integers(1, 70), st.data())
def test_a_tile_differs_where_a_pixel_of_it_does(height: int, width: int, data: st.DataObject) -> None:
    before = np.zeros((height, width), np.uint32)
    after = before.copy()
    spots = data.draw(st.sets(st.tuples(st.integers(0, height - 1), st.integers(0, width - 1)), max_size=4))
    for row, column in spots:
        after[row, column] = 0x00FF_0000
    tiles = changed_tiles(before, after)
    assert tiles.shape == grid((height, width))
    differing = {(int(row), int(column)) for row, column in np.argwhere(tiles)}
    assert differing == {(row // TILE, column // TILE) for row, column in spots}


def test_pictures_of_different_sizes_differ_everywhere() -> None:
    tiles = changed_tiles(np.zeros((32, 32), np.uint32), np.zeros((48, 40), np.uint32))
    assert tiles.shape == (3, 3) and tiles.all()


@pytest.mark.parametrize(("row", "column", "count"), [(0, 0, 4), (2, 2, 9), (4, 2, 6)])
def test_widened_adds_the_neighbours_within_the_grid(row: int, column: int, count: int) -> None:
    tiles = np.zeros((5, 5), bool)
    tiles[row, column] = True
    assert widen(tiles).sum() == count


def test_bounds_enclose_all_tiles() -> None:
    tiles = np.zeros((6, 9), bool)
    tiles[1, 7] = tiles[4, 2] = True
    assert bounds(tiles) == (slice(1, 5), slice(2, 8))


def test_parts_are_what_touches_or_nearly_does() -> None:
    tiles = np.zeros((8, 12), bool)
    tiles[1, 1] = tiles[2, 2] = tiles[2, 4] = True
    tiles[2, 8] = tiles[7, 11] = True
    assert sorted(int(part.sum()) for part in parts(tiles)) == [1, 1, 3]
    assert (np.sum(parts(tiles), axis=0) == tiles).all()


def test_no_tiles_have_no_parts() -> None:
    assert parts(np.zeros((3, 3), bool)) == []
