"""Recorded actions: what `settle_recorder.py` saw, kept in files of arrays, and played back at any moment."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mcp_tools.computer.tiles import Tiles, bounds, parts

FOLDER = Path(__file__).parent / "settle_corpus"
TAIL_SECONDS = 1.5
"""What still changes so shortly before a recording's end moves by itself."""
CLOCK = (slice(0, 2), slice(30, 50))
"""Tiles of the top bar's clock, which may tick at any time."""
AREA_TILES = 12
MOVED_SHARE = 0.8
DIFFERENCES = ("tiles", "contents")
"""Kept in files as differences from value to value, which compress ten times as well."""
FIELDS = ("shape", "marks", "returned", "windows", "damage", "pings", "times", "counts", "tiles", "contents")

State = NDArray[np.uint32]


class Recording:
    """One action on a screen: frames as a number for each tile's content, and what else happened.

    All times are seconds after the first frame.
    """

    def __init__(self, name: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.name = name
        self.arrays = arrays
        self.shape = (int(arrays["shape"][0]), int(arrays["shape"][1]))
        self.marks = [float(moment) for moment in arrays["marks"]]
        """When the action's inputs were made."""
        self.returned = float(arrays["returned"][0])
        """When the action's call returned."""
        self.windows = [float(moment) for moment in arrays["windows"]]
        self.damage = [float(moment) for moment in arrays["damage"]]
        self.pings = [(float(asked), float(answered)) for asked, answered in arrays["pings"]]
        self._times = [float(moment) for moment in arrays["times"]]
        self._states = _states(self.shape, arrays)
        self.end = max([self.pings[-1][1], *self._times[-1:], *self.damage[-1:]])
        begun = self.marks[0] if self.marks else self.returned
        self._initial = self.at(begun - 0.001)
        tail = self._states[max(0, self._index(self.end - TAIL_SECONDS)) :]
        self._final = tail[-1]
        self._moving = _areas(np.any([state != self._final for state in tail], axis=0))
        self._moving[CLOCK] = False
        # A moving tile that shows in the end what it showed before need not have changed.
        self._returns = np.any([state == self._initial for state in tail], axis=0)

    def at(self, moment: float) -> State:
        """The contents of the tiles at a moment."""
        return self._states[max(0, self._index(moment))]

    def shows_final_state(self, moment: float) -> bool:
        """Whether the picture at a moment equals the last one, but for what moves, and all that moves has begun to."""
        state = self.at(moment)
        same = (state == self._final) | self._moving
        same[CLOCK] = True
        begun = (state != self._initial) | self._returns
        moving = self._moving.sum()
        return bool(same.all()) and bool(moving == 0 or begun[self._moving].sum() >= MOVED_SHARE * moving)

    def answer(self, asked: float) -> float:
        """When the active application and the window manager would have answered a question."""
        for start, end in self.pings:
            if start <= asked < end:
                return end
            if start > asked:
                return asked + (end - start)
        return asked

    def _index(self, moment: float) -> int:
        return bisect_right(self._times, moment) - 1


def load(path: Path) -> list[Recording]:
    """Read a file of recordings."""
    with np.load(path, allow_pickle=False) as file:
        names = list(dict.fromkeys(key.split("|")[0] for key in file.files))
        arrays = [{field: file[f"{name}|{field}"] for field in FIELDS} for name in names]
    for each in arrays:
        each.update({field: np.cumsum(each[field], dtype=np.uint32) for field in DIFFERENCES})
    return [Recording(name, each) for name, each in zip(names, arrays, strict=True)]


def save(path: Path, recordings: list[Recording]) -> None:
    """Write a file of recordings."""
    path.parent.mkdir(exist_ok=True)
    arrays = {
        f"{each.name}|{field}": _delta(field, each.arrays[field]) for each in recordings for field in FIELDS
    }
    np.savez_compressed(path, **arrays)


def from_recorder(name: str, output: bytes) -> Recording:
    """Return what the recorder wrote to its output."""
    with np.load(BytesIO(output), allow_pickle=False) as file:
        arrays = {field: file[field] for field in FIELDS}
    # Numbered in the order of appearance, the contents compress better.
    _, first, number = np.unique(arrays["contents"], return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.uint32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.uint32)
    return Recording(name, arrays | {"contents": rank[number]})


def _delta(field: str, array: NDArray[Any]) -> NDArray[Any]:
    return np.diff(array.astype(np.int32), prepend=0) if field in DIFFERENCES else array


def _areas(moving: Tiles) -> Tiles:
    """The moving tiles, and all of an area in which many move: not every tile of a video changes all the time."""
    areas = moving.copy()
    for part in parts(moving):
        if part.sum() > AREA_TILES:
            areas[bounds(part)] = True
    return areas


def _states(shape: tuple[int, int], arrays: Mapping[str, NDArray[Any]]) -> list[State]:
    states: list[State] = []
    state = np.zeros(shape[0] * shape[1], np.uint32)
    start = 0
    for count in arrays["counts"]:
        state = state.copy()
        part = slice(start, start := start + int(count))
        state[arrays["tiles"][part]] = arrays["contents"][part]
        states.append(state)
    return [each.reshape(shape) for each in states]
