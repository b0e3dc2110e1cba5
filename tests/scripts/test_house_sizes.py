"""A feature's name stands in no more files and rooms than `scripts/house_sizes.py` allows."""

from __future__ import annotations

import pytest

from scripts.house_sizes import FEATURES, room


@pytest.mark.parametrize("name", FEATURES)
def test_a_feature_spreads_no_further(name: str) -> None:
    feature = FEATURES[name]
    found = feature.named()
    rooms = sorted(set(map(room, found)))
    assert len(found) <= feature.files, f"a part keeps it together: docs/parts.md; {sorted(map(str, found))}"
    assert len(rooms) <= feature.rooms, f"a part keeps it together: docs/parts.md; {rooms}"
    assert len(found) == feature.files and len(rooms) == feature.rooms, "lower the numbers in FEATURES"
