"""LiveMCPBench's score: the formula by hand, five servers, three tools; by words and by embeddings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from controller.core.guest import Tool
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.builtin.router import RoutedTools
from controller.tool_filter.catalogue import load_catalogue
from controller.tool_filter.embeddings import Vectors
from controller.tool_filter.registry import make_evaluated_filter, make_filter, retriever_of
from controller.tool_filter.server_router import (
    MAX_RESULTS,
    MAX_SERVERS,
    ServerRouter,
    TfIdf,
)
from controller.tool_filter.servers import describe_servers

QUERY = "query"
COSINES = {
    # Servers: description, summary. The second server's summary is nearer than its description.
    "chess": (0.8, 0.1),
    "memory": (0.2, 0.6),
    "chess_open": 0.5,
    "memory_add": 0.9,
    "memory_drop": -0.3,
}


def tool(name: str) -> Tool:
    server = name.partition("_")[0]
    return Tool(name, name, {}, server)


TOOLS = [tool("chess_open"), tool("memory_add"), tool("memory_drop")]


def at_cosine(cosine: float) -> list[float]:
    return [cosine, float(np.sqrt(1 - cosine**2))]


def encoder(texts: Sequence[str]) -> Vectors:
    rows = []
    for text in texts:
        if text == QUERY:
            rows.append([1.0, 0.0])
        elif text == "chess open":  # a summary: its tools' names
            rows.append(at_cosine(0.1))
        elif text == "memory add. memory drop":
            rows.append(at_cosine(0.6))
        elif text.endswith((". chess_open", ". memory_add", ". memory_drop")):
            rows.append(at_cosine(float(COSINES[text.rpartition(". ")[2]])))  # type: ignore[arg-type]
        else:
            rows.append(at_cosine(0.8 if text.startswith("chess. Play") else 0.2))
    return np.array(rows, dtype=np.float32)


def test_the_score_is_livemcpbenchs() -> None:
    router = ServerRouter(encoder)
    scores = dict(zip((tool.name for tool in TOOLS), router._scores(TOOLS, QUERY), strict=True))
    assert scores["chess_open"] == pytest.approx((0.8 * 0.5) * 0.8)
    assert scores["memory_add"] == pytest.approx((0.6 * 0.9) * 0.9)
    assert scores["memory_drop"] == pytest.approx((0.6 * -0.3) * 0.6)
    assert [tool.name for tool in router.search(TOOLS, QUERY)] == ["memory_add", "chess_open"]
    assert [tool.name for tool in router.rank(TOOLS, FilterRequest(QUERY))][-1] == "memory_drop"


def test_only_the_five_nearest_servers_have_tools_to_find() -> None:
    # All describe themselves alike but for how often they say the query's word.
    tools = [
        Tool(f"server{n}.{'kite ' * (n + 1)}x{n}", "kite", {}, f"app{n}") for n in range(MAX_SERVERS + 2)
    ]
    found = {tool.app for tool in ServerRouter().search(tools, "kite")}
    assert len(found) == MAX_SERVERS
    assert not {"app0"} & found


def test_similarity_by_words_is_a_cosine() -> None:
    similarity = TfIdf(["play a game of chess", "sort the rows of a table", "..."])
    assert similarity("play a game of chess")[0] == pytest.approx(1.0)
    assert list(similarity("xyzzy")) == [0.0, 0.0, 0.0]
    between = similarity("sorted rows and chess")
    assert 0 < between[0] < between[1] < 1 and between[2] == 0


def test_servers_are_described_by_the_pool_and_by_users_words() -> None:
    texts = describe_servers(["chess", "vlc", "unknown-server"])
    assert "Play chess" in texts["chess"]
    assert "media player" in texts["vlc"]
    assert texts["unknown-server"].strip().rstrip(".") == "unknown server"


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("set the system volume", "osworld_mcp_os.set_volume"),
        ("commit the staged changes of a git repository", "git_commit"),
        ("make a directory in the file system", "filesystem_create_directory"),
    ],
)
def test_a_plain_query_finds_its_tool(query: str, name: str) -> None:
    found = ServerRouter().search(load_catalogue(), query)
    assert name in [tool.name for tool in found[:MAX_RESULTS]]


def test_the_evaluated_router_shows_what_route_shows() -> None:
    evaluated = make_evaluated_filter("router")
    request = FilterRequest("set the system volume")
    shown = evaluated.choose(load_catalogue(), request)
    text = RoutedTools(load_catalogue()).route({"query": request.instruction}).text
    assert len(shown) == MAX_RESULTS
    assert [line.split('"')[3] for line in text.splitlines()[:MAX_RESULTS]] == [tool.name for tool in shown]


def test_the_filters_own_search_answers_route(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.tool_filter.builtin.router.load_encoder", lambda model: encoder)
    retriever = retriever_of(make_filter("router", embeddings="a-model"))
    assert retriever is not None
    lines = RoutedTools(TOOLS, retriever).route({"query": QUERY}).text.splitlines()
    assert [line.split('"')[3] for line in lines] == ["memory_add", "chess_open"]
    assert retriever_of(make_filter("all")) is None
