"""The fixture servers: the same data each time, honest answers, and errors for bad input."""

from __future__ import annotations

import asyncio
import hashlib
import json
import socket
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.server.mcpserver.exceptions import ToolError

from mcp_tools.fixtures.__main__ import SOCKET, record_all
from mcp_tools.fixtures.city_guide import CityGuide
from mcp_tools.fixtures.corner_shop import CornerShop
from mcp_tools.fixtures.encyclopedia import Encyclopedia
from mcp_tools.fixtures.fixture import Fixture
from mcp_tools.fixtures.forecast_office import ForecastOffice
from mcp_tools.fixtures.market_data import MarketData
from mcp_tools.fixtures.newsroom import Newsroom
from mcp_tools.fixtures.servers import FIXTURES
from mcp_tools.fixtures.transit_desk import TransitDesk
from mcp_tools.own_user_server import connecting
from mcp_tools.personal.apps import APPS
from vm_images.server_pool import server_pool

DAY = "2026-12-18"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data.db"


def content(path: Path) -> str:
    return hashlib.sha256("\n".join(sqlite3.connect(path).iterdump()).encode()).hexdigest()


def call(server: Fixture, tool: str, arguments: dict[str, Any]) -> tuple[bool, str]:
    """Call a tool as a client does; returns whether it failed, and the text."""

    async def called() -> tuple[bool, str]:
        async with Client(server.server("x")) as client:
            result = await client.call_tool(tool, arguments)
            return bool(result.is_error), "".join(getattr(item, "text", "") for item in result.content)

    return asyncio.run(called())


def test_the_pool_has_each_of_them() -> None:
    own = {server.id: server.package for server in server_pool().values() if server.is_own}
    fixtures = {name: fixture.__module__ for name, fixture in FIXTURES.items()}
    assert own == fixtures | {name: f"mcp_tools.personal.apps.{name}" for name in APPS}


@pytest.mark.parametrize("name", FIXTURES)
def test_the_data_is_the_same_each_time(name: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    FIXTURES[name](one)
    FIXTURES[name](other)
    assert content(one) == content(other)
    FIXTURES[name](one)
    assert content(one) == content(other)


@pytest.mark.parametrize("name", FIXTURES)
def test_every_tool_is_described(name: str, path: Path) -> None:
    server = FIXTURES[name](path).server(name)
    tools = asyncio.run(server.list_tools())
    assert [tool.name for tool in tools] == list(FIXTURES[name].TOOLS)
    for tool in tools:
        assert (
            tool.description and tool.description[0].isupper() and tool.description.endswith((".", "null."))
        )


def test_they_are_recorded_as_the_mount_reads_them(tmp_path: Path) -> None:
    asyncio.run(record_all(tmp_path, sys.executable, {"PYTHONPATH": str(Path(__file__).parents[2])}))
    for name, fixture in FIXTURES.items():
        listed = json.loads((tmp_path / name / "tools.json").read_text())["tools"]
        assert [tool["name"] for tool in listed] == list(fixture.TOOLS)
        command = json.loads((tmp_path / name / "server.json").read_text())["command"]
        assert command[1:] == connecting(SOCKET, name)


def test_a_server_takes_its_id_from_the_first_line_and_the_protocol_from_the_rest(tmp_path: Path) -> None:
    def start() -> None:
        """Do as systemd: start a process with the connection as its input and output."""
        connection, _ = listener.accept()
        with connection:
            command = [sys.executable, "-m", "mcp_tools.fixtures", "serve", str(tmp_path)]
            subprocess.run(command, stdin=connection, stdout=connection, check=False)

    async def booked() -> str:
        client_end = connecting(str(tmp_path / "socket"), "transit-desk")
        async with Client(StdioServerParameters(command=sys.executable, args=client_end)) as client:
            trip = {"number": "T11", "day": "2026-12-16", "passenger": "Ada Wren"}
            result = await client.call_tool("book_trip", trip)
            return "".join(getattr(item, "text", "") for item in result.content)

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        listener.listen()
        thread = threading.Thread(target=start)
        thread.start()
        answer = asyncio.run(booked())
        thread.join()
    assert "B1001" in answer
    assert TransitDesk(tmp_path / "transit-desk/data.db").list_bookings()[0]["passenger"] == "Ada Wren"


def test_an_unknown_id_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mcp_tools.fixtures", "serve", str(tmp_path)]
    done = subprocess.run(command, input=b"shop\n{}", capture_output=True, check=False)
    assert done.returncode == 1 and b"there is no fixture server 'shop'" in done.stderr


def test_a_booking_takes_seats_until_it_is_cancelled(path: Path) -> None:
    desk = TransitDesk(path)

    def train() -> dict[str, Any]:
        return max(desk.search_trains("aldmere", "Hollin", DAY), key=lambda item: item["free_seats"])

    before = train()
    booking = desk.book_trip(before["number"], DAY, "Ada Wren", 2)
    assert booking["total"] == before["fare"] * 2
    assert {item["number"]: item["free_seats"] for item in desk.search_trains("Aldmere", "Hollin", DAY)}[
        before["number"]
    ] == before["free_seats"] - 2
    assert TransitDesk(path).list_bookings() == [booking]
    assert desk.cancel_booking("b1001")["state"] == "cancelled"
    assert train() == before
    with pytest.raises(ToolError, match="B1001 is cancelled already"):
        desk.cancel_booking("B1001")


def test_trips_run_only_on_their_weekdays(path: Path) -> None:
    desk = TransitDesk(path)
    [trip] = desk.query("SELECT number FROM trips WHERE weekdays = '1111100' LIMIT 1")
    with pytest.raises(ToolError, match="does not run on 2026-12-20, a Sunday"):
        desk.book_trip(trip["number"], "2026-12-20", "Ada Wren")
    with pytest.raises(ToolError, match="has no airport"):
        desk.search_flights("Corvin", "Aldmere", DAY)
    with pytest.raises(ToolError, match="same town"):
        desk.search_trains("Corvin", "Corvin", DAY)


def test_an_order_takes_the_goods_and_counts_the_voucher(path: Path) -> None:
    shop = CornerShop(path)
    item = shop.search_products(in_stock=True, order="price", limit=1)[0]
    basket = shop.add_to_basket(item["id"])
    assert basket["goods"] == item["price"] and basket["delivery"] == 4.9
    with pytest.raises(ToolError, match=r"LANTERN15 needs an order value of 90\.00 EUR"):
        shop.place_order("Ada Wren", "Canal Walk 1, Corvin", "lantern15")
    order = shop.place_order("Ada Wren", "Canal Walk 1, Corvin", "thimble5")
    assert order["total"] == round(item["price"] - order["reduction"] + 4.9, 2)
    assert shop.show_basket()["lines"] == []
    assert shop.get_product(item["id"])["stock"] == item["stock"] - 1
    with pytest.raises(ToolError, match="the basket is empty"):
        shop.place_order("Ada Wren", "Canal Walk 1, Corvin")
    with pytest.raises(ToolError, match="are in stock"):
        shop.add_to_basket(item["id"], 50)


def test_a_forecast_is_that_of_its_month(path: Path) -> None:
    office = ForecastOffice(path)
    days = [
        day for start in (1, 15) for day in office.get_daily_forecasts("Corvin", f"2026-02-{start:02}", 14)
    ]
    means = office.get_monthly_means("Corvin", 2026, 2)
    assert len({day["day"] for day in days}) == 28
    assert means["rainy_days"] == sum(day["rain_mm"] > 0 for day in days)
    assert (
        office.get_sun_times("Corvin", "2026-06-21")["sunrise"]
        < office.get_sun_times("Corvin", DAY)["sunrise"]
    )
    with pytest.raises(ToolError, match="not covered; the data is from 2026-01-01"):
        office.get_forecast("Corvin", "2031-01-01")


def test_articles_are_found_by_words_section_and_day(path: Path) -> None:
    paper = Newsroom(path)
    found = paper.search_articles(section="Sport", since="2026-05-01", until="2026-08-31", limit=50)
    assert found and all("2026-05-01" <= item["day"] <= "2026-08-31" for item in found)
    assert found == sorted(found, key=lambda item: item["day"], reverse=True)
    article = paper.get_article(found[0]["id"])
    assert found[0] in paper.search_articles(article["body"].split(" has won")[0], "sport", limit=50)
    with pytest.raises(ToolError, match="there are: business, culture, politics, science, sport"):
        paper.search_articles(section="weather")


def test_prices_of_a_weekend_are_those_of_friday(path: Path) -> None:
    market = MarketData(path)
    assert market.get_price("crvn", "2026-12-20") == market.get_price("CRVN", "2026-12-18")
    history = market.get_price_history("CRVN", "2026-12-14", "2026-12-20")
    assert [row["day"][-2:] for row in history] == ["14", "15", "16", "17", "18"]
    there = market.convert_currency(100, "EUR", "sek", DAY)["amount"]
    assert market.convert_currency(there, "SEK", "EUR", DAY)["amount"] == pytest.approx(100, abs=0.01)
    assert len(market.get_latest_prices()) == 12
    with pytest.raises(ToolError, match="62 days at most"):
        market.get_price_history("CRVN", "2026-01-01", "2026-12-31")


def test_walks_add_up_and_closed_days_are_null(path: Path) -> None:
    guide = CityGuide(path)
    museum, *_ = guide.find_places("Dunholt", "museum")
    near = guide.find_nearby(museum["id"], "restaurant")
    walk = guide.measure_walk([museum["id"], near[0]["id"], museum["id"]])
    assert walk["legs_km"] == [near[0]["walk_km"]] * 2
    hours = [guide.get_opening_hours(museum["id"], f"2026-12-{day}") for day in range(14, 21)]
    assert sum(day["opens"] is None for day in hours) <= 1
    assert guide.save_place(museum["id"], " with Tom ")[0]["note"] == "with Tom"
    with pytest.raises(ToolError, match="different towns"):
        guide.measure_walk([101, 201])


@pytest.mark.parametrize(
    ("fixture", "tool", "arguments", "reason"),
    [
        (
            TransitDesk,
            "search_trains",
            {"origin": "Paris", "destination": "Corvin", "day": DAY},
            "there are: Aldmere",
        ),
        (
            TransitDesk,
            "search_trains",
            {"origin": "Corvin", "destination": "Hollin", "day": "soon"},
            "YYYY-MM-DD",
        ),
        (TransitDesk, "book_trip", {"number": "T1", "day": DAY, "passenger": "A"}, "there is no trip 'T1'"),
        (CornerShop, "get_product", {"product_id": 1}, "there is no product 1"),
        (CornerShop, "search_products", {"limit": 1000}, "less than or equal to 50"),
        (ForecastOffice, "get_forecast", {"town": "Rome", "day": DAY}, "there is no town 'Rome'"),
        (Newsroom, "get_article", {"article_id": 1}, "there is no article 1"),
        (Encyclopedia, "read_article", {"title": "Paris"}, "there is no article 'Paris'"),
        (Encyclopedia, "list_category", {"category": "Wars"}, "there are: Buildings, Companies"),
        (
            Encyclopedia,
            "read_section",
            {"title": "Corvin", "heading": "Sport"},
            "it has: History, Economy, People",
        ),
        (Encyclopedia, "search_articles", {"text": ""}, "at least 1 character"),
        (MarketData, "get_price", {"symbol": "XX", "day": DAY}, "there is no company with the symbol 'XX'"),
        (
            MarketData,
            "convert_currency",
            {"amount": 1, "source": "EUR", "target": "ABC", "day": DAY},
            "EUR, USD",
        ),
        (CityGuide, "find_places", {"town": "Corvin", "feature": "sauna"}, "there is no feature 'sauna'"),
    ],
)
def test_bad_input_is_an_error_with_the_reason(
    fixture: type[Fixture], tool: str, arguments: dict[str, Any], reason: str, path: Path
) -> None:
    failed, text = call(fixture(path), tool, arguments)
    assert failed
    assert reason in text
