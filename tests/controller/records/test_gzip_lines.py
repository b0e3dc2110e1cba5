"""A record of somebody else may be a small file that unpacks to any size."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from controller.records import gzip_lines
from controller.records.gzip_lines import read_first_gzip_line, read_gzip_lines
from tests.memory import takes_at_most


@pytest.mark.parametrize("read", [read_gzip_lines, read_first_gzip_line])
def test_a_file_that_unpacks_to_too_much_is_damaged(
    read: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gzip_lines, "LIMIT", 2**20)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(bytes(2**26)))
    with takes_at_most(32), pytest.raises(ValueError, match="over 1048576 bytes"):
        read(path)  # type: ignore[operator]
