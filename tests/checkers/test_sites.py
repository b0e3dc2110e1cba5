from __future__ import annotations

from pathlib import Path

import pytest

from checkers import sites
from checkers.evidence import Unusable
from tests.checkers.guests import LocalGuest


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the site called poll keeps what is sent."""
    monkeypatch.setattr(sites, "STATE", str(tmp_path))
    (tmp_path / "poll").mkdir()
    return tmp_path / "poll" / "sent.jsonl"


def test_forms_come_in_their_order_with_single_spaces(local_guest: LocalGuest, state: Path) -> None:
    state.write_text('{"form": "a", "name": " Ines  Carvalho\\n"}\n{"form": "b", "count": 3}\n')
    assert sites.sent(local_guest, "poll") == [
        {"form": "a", "name": "Ines Carvalho"},
        {"form": "b", "count": "3"},
    ]


def test_without_the_file_nothing_was_sent(local_guest: LocalGuest, state: Path) -> None:
    assert sites.sent(local_guest, "poll") == []


@pytest.mark.parametrize("text", ["{", "[1]\n", "[" * 50_000, "\xff\n", "{}\n" * 100_000])
def test_a_damaged_file_is_unusable(local_guest: LocalGuest, state: Path, text: str) -> None:
    state.write_text(text)
    with pytest.raises(Unusable):
        sites.sent(local_guest, "poll")
