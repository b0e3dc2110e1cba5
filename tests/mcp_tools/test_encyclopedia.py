"""The encyclopedia: what its tools return, links that lead somewhere, and the same world as the other servers'."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcp_tools.fixtures.article_file import read_articles
from mcp_tools.fixtures.encyclopedia import Encyclopedia
from mcp_tools.fixtures.market_data import MarketData
from mcp_tools.fixtures.towns import TOWNS

TITLES = [article.title for article in read_articles()]


@pytest.fixture
def encyclopedia(tmp_path: Path) -> Encyclopedia:
    return Encyclopedia(tmp_path / "data.db")


def test_a_file_has_articles_with_facts_sections_and_links(tmp_path: Path) -> None:
    (tmp_path / "lakes.txt").write_text(
        "# Blue Lake\nCategory: Lakes\nNote: deep: very\n\nIt feeds the [[Mill Brook]].\n\n"
        "## Depth\nSee [[Mill Brook]] and [[Grey Lake]].\n\n# Grey Lake\nCategory: Lakes\n\nIt is grey.\n"
    )
    blue, grey = read_articles(tmp_path)
    assert (blue.title, blue.category, blue.facts) == ("Blue Lake", "Lakes", (("Note", "deep: very"),))
    assert blue.summary == "It feeds the Mill Brook."
    assert blue.sections == (("Depth", "See Mill Brook and Grey Lake."),)
    assert blue.links == ("Mill Brook", "Grey Lake")
    assert (grey.summary, grey.facts, grey.sections, grey.links) == ("It is grey.", (), (), ())


@pytest.mark.parametrize("title", TITLES)
def test_every_article_is_whole_and_its_links_lead_to_others(encyclopedia: Encyclopedia, title: str) -> None:
    article = encyclopedia.read_article(title)
    assert article["summary"].endswith(".") and encyclopedia.get_facts(title)["facts"] and article["sections"]
    for heading in article["sections"]:
        text = encyclopedia.read_section(title, heading)["text"]
        assert text.endswith(".") and "[" not in text
    for target in article["links"]:
        assert target != title and title in encyclopedia.list_backlinks(target)
    assert encyclopedia.list_backlinks(title), "another article leads to it"


def test_titles_are_found_in_either_case_and_are_unique(encyclopedia: Encyclopedia) -> None:
    assert len(set(TITLES)) == len(TITLES) >= 50
    assert encyclopedia.read_article(" river CORVE ")["title"] == "River Corve"
    assert encyclopedia.read_section("corvin", "history")["heading"] == "History"


def test_categories_list_each_article_once(encyclopedia: Encyclopedia) -> None:
    counted = encyclopedia.list_categories()
    listed = {row["category"]: encyclopedia.list_category(row["category"].upper()) for row in counted}
    assert {name: len(titles) for name, titles in listed.items()} == {
        row["category"]: row["articles"] for row in counted
    }
    assert sorted(title for titles in listed.values() for title in titles) == sorted(TITLES)


def test_the_search_reads_facts_and_sections_and_puts_titles_first(encyclopedia: Encyclopedia) -> None:
    assert [row["title"] for row in encyclopedia.search_articles("astronomer 1871")] == ["Livia Marrow"]
    assert [row["title"] for row in encyclopedia.search_articles("CANTATA frozen")] == ["Thea Lindholm"]
    found = [row["title"] for row in encyclopedia.search_articles("corvin", limit=50)]
    assert found[:2] == ["Corvin", "Corvin Optics"] and len(found) > 5
    assert encyclopedia.search_articles("corvin", limit=3) == encyclopedia.search_articles("corvin")[:3]
    assert encyclopedia.search_articles("no such words") == []


def test_towns_are_those_of_the_timetables(encyclopedia: Encyclopedia) -> None:
    assert encyclopedia.list_category("Towns") == [town.name for town in TOWNS]
    for town in TOWNS:
        assert encyclopedia.get_facts(town.name)["facts"].get("Airport", "") == town.airport


def test_companies_are_those_of_the_stock_market(encyclopedia: Encyclopedia, tmp_path: Path) -> None:
    market = MarketData(tmp_path / "market.db")
    by_symbol = {row["symbol"]: market.get_company(row["symbol"]) for row in market.list_companies()}
    titles = encyclopedia.list_category("Companies")
    assert titles == sorted(company["name"] for company in by_symbol.values())
    for title in titles:
        facts = encyclopedia.get_facts(title)["facts"]
        company = by_symbol[facts["Symbol"]]
        assert (title, facts["Sector"], int(facts["Founded"])) == (
            company["name"],
            company["sector"],
            company["founded"],
        )
        assert facts["Seat"] in encyclopedia.list_category("Towns")
