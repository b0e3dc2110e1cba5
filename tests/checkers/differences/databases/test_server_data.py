"""What agents have left with the fixture servers, as trees."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from checkers.differences.compare import compare
from checkers.differences.databases.server_data import read_server_data_tree
from mcp_tools.fixtures.city_guide import CityGuide
from mcp_tools.fixtures.corner_shop import CornerShop
from mcp_tools.fixtures.fixture import Fixture
from mcp_tools.fixtures.transit_desk import TransitDesk


def places(server: type[Fixture], folder: Path, use: Callable[[Fixture], object]) -> list[str]:
    """What differs after an agent has used a server that nobody has used before."""
    file = folder / "data.db"
    use(server(file))
    with closing(sqlite3.connect(file)) as database:
        data = database.serialize()
    before, after = read_server_data_tree(b"", "data.db"), read_server_data_tree(data, "data.db")
    return [change.place for change in compare(before, after)]


def order(shop: Fixture) -> None:
    assert isinstance(shop, CornerShop)
    shop.add_to_basket(shop.search_products(limit=1)[0]["id"])
    shop.place_order("Ada Wren", "1 Mill Lane, Aldmere")


def book_and_cancel(desk: Fixture) -> None:
    assert isinstance(desk, TransitDesk)
    (train,) = desk.search_trains("Aldmere", "Corvin", "2026-12-18", limit=1)
    desk.cancel_booking(desk.book_trip(train["number"], "2026-12-18", "Ada Wren")["reference"])
    desk.book_trip(train["number"], "2026-12-18", "Ada Wren")


def save(guide: Fixture) -> None:
    assert isinstance(guide, CityGuide)
    guide.save_place(602, "for Saturday")


@pytest.mark.parametrize(
    ("server", "use", "expected"),
    [
        (TransitDesk, TransitDesk.list_towns, []),
        (CornerShop, order, ["table order_lines/row 1", "table orders/row 5001"]),
        (CityGuide, save, ["table saved/row 602"]),
    ],
)
def test_rows_that_tools_have_filled_differ(
    server: type[Fixture], use: Callable[[Fixture], object], expected: list[str], tmp_path: Path
) -> None:
    assert places(server, tmp_path, use) == expected


def test_a_cancelled_booking_is_none(tmp_path: Path) -> None:
    assert len(places(TransitDesk, tmp_path, book_and_cancel)) == 1
