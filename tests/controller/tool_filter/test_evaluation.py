"""The figures are right, and the retriever is as good as the documentation says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.core.guest import Tool
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.budget import token_count
from controller.tool_filter.cases import FilterCase, file_cases, task_cases
from controller.tool_filter.catalogue import load_catalogue
from controller.tool_filter.evaluation import evaluate
from controller.tool_filter.registry import create_filter

REQUESTS = Path(__file__).parents[3] / "scripts" / "bench" / "tool_requests"
TOOLS = [Tool(name, f"Does {name}.", {}, "os") for name in "abcdefgh"]


class Fixed:
    """Shows the first `shown` tools of an order."""

    def __init__(self, order: str, shown: int) -> None:
        self._order, self._shown = order, shown

    def choose(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        return self.rank(catalogue, request)[: self._shown]

    def rank(self, catalogue: Sequence[Tool], request: FilterRequest) -> list[Tool]:
        return sorted(catalogue, key=lambda tool: self._order.index(tool.name))


def case(*needs: str) -> FilterCase:
    return FilterCase(FilterRequest(" ".join(needs), "vlc"), tuple(map(frozenset, needs)))


def test_figures_by_hand() -> None:
    cases = [case("b", "h"), case("ag"), case("c", "d", "e")]
    found = evaluate(Fixed("abcdefgh", 4), TOOLS, cases, (1, 3))
    assert found.cases == 3
    assert found.recall == pytest.approx((1 / 2 + 1 + 2 / 3) / 3)
    assert found.recall_at == {1: pytest.approx(1 / 3), 3: pytest.approx((1 / 2 + 1 + 1 / 3) / 3)}
    assert found.mrr == pytest.approx((1 / 2 + 1 + 1 / 3) / 3)
    assert found.tools == 4
    assert found.tokens == sum(map(token_count, TOOLS[:4]))
    assert found.share == pytest.approx(1 / 2)
    assert [(miss.instruction, miss.missing) for miss in found.misses] == [
        ("b h", (("h",),)),
        ("c d e", (("e",),)),
    ]


def test_a_filter_that_does_not_rank_is_taken_in_the_order_of_plain_bm25() -> None:
    catalogue = load_catalogue()
    wanted = FilterCase(FilterRequest("Show the git diff", "vlc"), (frozenset({"git_diff"}),))
    found = evaluate(create_filter("all"), catalogue, [wanted], (3,))
    assert (found.recall, found.recall_at[3]) == (1.0, 1.0)
    hidden = evaluate(create_filter("app"), catalogue, [wanted], (158,))
    assert (hidden.recall, hidden.recall_at[158], hidden.mrr) == (0.0, 0.0, 0.0)


def test_the_tasks_tools_are_found_within_a_fifth_of_all_tokens() -> None:
    catalogue = load_catalogue()
    cases = task_cases(select_tasks(Selection(suite="core"), tasks_root()))
    rag, bm25, app = (
        evaluate(create_filter(name), catalogue, cases, (10, 25)) for name in ("rag", "bm25", "app")
    )
    assert rag.recall_at[25] >= 0.97 and rag.recall_at[10] >= 0.89 and rag.share <= 0.2
    for other in (bm25, app):
        assert all(rag.recall_at[k] > other.recall_at[k] for k in (10, 25))


@pytest.mark.parametrize("part", ["tune", "report", "unseen"])
def test_the_files_of_requests_are_whole_and_their_tools_are_found(part: str) -> None:
    catalogue = load_catalogue()
    cases = file_cases(REQUESTS / f"{part}.jsonl", catalogue)
    found = evaluate(create_filter("rag"), catalogue, cases, (10, 25))
    assert found.recall_at[25] >= 0.95 and found.recall_at[10] >= 0.8 and found.share <= 0.2


def test_the_requests_together_need_every_tool() -> None:
    catalogue = load_catalogue()
    cases = [case for path in REQUESTS.glob("*.jsonl") for case in file_cases(path, catalogue)]
    assert len(cases) >= 150
    assert {name for case in cases for name in case.request.annotated} == {tool.name for tool in catalogue}
