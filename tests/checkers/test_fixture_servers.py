from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import pytest

from checkers.clock import today
from checkers.evidence import Unusable
from checkers.fixture_servers import fixture_result
from tests.checkers.guests import LocalGuest

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def guest(tmp_path: Path) -> LocalGuest:
    """This machine, whose `env PYTHONPATH=… PYTHONDONTWRITEBYTECODE=… python` is that of the project."""
    guest = LocalGuest(tmp_path / "programs")
    guest.program("env", f'shift 3; PYTHONPATH="{PROJECT}" exec "{sys.executable}" "$@"')
    return guest


def test_a_server_answers_from_its_untouched_data(guest: LocalGuest) -> None:
    price = fixture_result(guest, "market-data", "get_price", symbol="CRVN", day="2026-09-30")
    assert (price["close"], price["symbol"]) == (95.53, "CRVN")
    assert fixture_result(guest, "market-data", "get_latest_prices")[0]["close"] > 0


def test_the_same_call_is_answered_once_in_a_judging(guest: LocalGuest, tmp_path: Path) -> None:
    def close(view: LocalGuest, symbol: str) -> float:
        day = "2026-09-30"
        return float(fixture_result(view, "market-data", "get_price", symbol=symbol, day=day)["close"])

    assert close(guest, "CRVN") == 95.53
    guest.program("env", "exit 1")
    assert close(guest, "CRVN") == 95.53
    with pytest.raises(Unusable):
        close(guest, "HLLN")
    with pytest.raises(Unusable):
        close(LocalGuest(tmp_path / "programs"), "CRVN")


@pytest.mark.parametrize(
    ("server", "tool", "arguments"),
    [
        ("market-data", "get_price", {"symbol": "NONE", "day": "2026-09-30"}),
        ("market-data", "get_prices", {}),
        ("market", "get_price", {}),
    ],
)
def test_a_call_that_fails_is_a_failed_claim(
    server: str, tool: str, arguments: dict[str, str], guest: LocalGuest
) -> None:
    with pytest.raises(Unusable, match="exit code 1"):
        fixture_result(guest, server, tool, **arguments)


@pytest.mark.parametrize("printed", ["", "{", "None"])
def test_an_answer_that_is_no_json_is_a_failed_claim(printed: str, tmp_path: Path) -> None:
    guest = LocalGuest(tmp_path / "programs")
    guest.program("env", f"echo '{printed}'")
    with pytest.raises(Unusable, match="what market-data answers to get_latest_prices"):
        fixture_result(guest, "market-data", "get_latest_prices")


def test_the_guests_date_is_that_of_its_clock(tmp_path: Path) -> None:
    guest = LocalGuest(tmp_path / "programs")
    guest.program("date", "echo 2027-03-01")
    assert today(guest) == date(2027, 3, 1)
    guest.program("date", "echo soon")
    with pytest.raises(Unusable, match="the guest's clock has a date"):
        today(guest)
