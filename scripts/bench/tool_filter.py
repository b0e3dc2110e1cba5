"""How good and how fast the tool filters are, over the tasks and over the requests in tool_requests/.

    .venv/bin/python scripts/bench/tool_filter.py [--embeddings MODEL] [--pool] [--times | --search TRIES]

--pool has the tools of the pool's servers among the guest's own; it needs root, which reads them in the image. It also
measures the tasks of the suites on servers, among the tools of a headless guest that offers the whole pool, by both
forms of their instructions. The router's row is of the instruction as its only query.

Times do not depend on what a model has learnt: random_model.py writes one to measure them without a download.

Weights were looked for on tune.jsonl alone; --search does that again and prints the best it finds, without and with
embeddings counted alike. report.jsonl was written together with it and only reported; unseen.jsonl was written when
vocabulary and weights stood.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from controller.core.guest import Tool
from controller.guests.server_check import recorded_tools
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.task import with_form
from controller.tool_filter.areas import AreaWeights
from controller.tool_filter.base import ToolFilter
from controller.tool_filter.builtin.rag import RagFilter, RagWeights
from controller.tool_filter.cases import FilterCase, file_cases, task_cases
from controller.tool_filter.catalogue import load_catalogue
from controller.tool_filter.embeddings import Encoder, Vectors, load_encoder
from controller.tool_filter.evaluation import evaluate
from controller.tool_filter.lexical import WordWeights
from controller.tool_filter.registry import make_evaluated_filter
from controller.tool_filter.servers import own_tools
from vm_images.image import find_image
from vm_images.server_pool import offerable_servers

REQUESTS = Path(__file__).with_name("tool_requests")
RANKS = (3, 10, 25)
STEPS = 15
console = Console(highlight=False, width=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--embeddings", default="", help="a sentence-transformers model's name or folder")
    parser.add_argument("--times", action="store_true", help="measure times alone")
    parser.add_argument("--search", type=int, default=0, help="look for better weights, so many times")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pool", action="store_true", help="with the tools of the pool's servers")
    given = parser.parse_args()
    catalogue = load_catalogue()
    sets = {"tasks": task_cases(select_tasks(Selection(suite="core"), tasks_root()))}
    sets |= {part: file_cases(REQUESTS / f"{part}.jsonl", catalogue) for part in ("tune", "report", "unseen")}
    if given.search:
        encoder = _remembering(load_encoder(given.embeddings)) if given.embeddings else None
        _search(catalogue, sets["tune"], encoder, given.search, random.Random(given.seed))
        return
    if given.pool:
        catalogue += pool_tools()
    console.print(f"{len(catalogue)} tools")
    filters = {name: make_evaluated_filter(name) for name in ("rag", "bm25", "app", "router")}
    if given.embeddings:
        for name in ("rag", "router"):
            filters[f"{name}, embeddings"] = make_evaluated_filter(name, embeddings=given.embeddings)
    if not given.times:
        console.print(_quality(catalogue, sets, filters))
    if given.pool and not given.times:
        tools = headless_tools()
        console.print(f"{len(tools)} tools in a headless guest")
        console.print(_quality(tools, server_cases(), filters))
    console.print(f"processes that wanted a processor, the last minute: {os.getloadavg()[0]:.1f}")
    console.print(_times(catalogue, sets, filters))


def pool_tools() -> list[Tool]:
    """The tools of the servers that guests can offer. Raises ImageError."""
    image = find_image()
    return [tool for server in offerable_servers() for tool in recorded_tools(image, server)]


def headless_tools() -> list[Tool]:
    """The tools of a headless guest that offers the whole pool. Raises ImageError."""
    return own_tools(headless=True) + pool_tools()


def server_cases() -> dict[str, list[FilterCase]]:
    """The tasks of each suite on servers, and those with a fuzzy form by that."""
    suites = {
        name: select_tasks(Selection(suite=name), tasks_root())
        for name in ("mcp-everyday", "mcp-levels", "mcp-fuzzy")
    }
    fuzzy = [with_form(task, "fuzzy") for task in suites["mcp-fuzzy"]]
    return {name: task_cases(tasks) for name, tasks in {**suites, "fuzzy forms": fuzzy}.items()}


def _quality(
    catalogue: Sequence[Tool], sets: dict[str, list[FilterCase]], filters: dict[str, ToolFilter]
) -> Table:
    table = Table(title="recall and reciprocal rank")
    table.add_column("cases", no_wrap=True)
    table.add_column("filter", no_wrap=True)
    for column in ("tools", "recall", *(f"@{k}" for k in RANKS), "MRR", "% of tokens"):
        table.add_column(column)
    for part, cases in sets.items():
        for name, chosen in filters.items():
            found = evaluate(chosen, catalogue, cases, RANKS)
            figures = (found.recall, *(found.recall_at[k] for k in RANKS), found.mrr)
            table.add_row(
                f"{part} ({len(cases)})",
                name,
                f"{found.tools:.1f}",
                *(f"{figure:.3f}" for figure in figures),
                f"{100 * found.share:.1f}",
            )
    return table


def _times(
    catalogue: Sequence[Tool], sets: dict[str, list[FilterCase]], filters: dict[str, ToolFilter]
) -> Table:
    table = Table(
        title=f"ms a choice: an episode's first step, its {STEPS - 1} later ones; cpu: of processor time"
    )
    table.add_column("cases", no_wrap=True)
    table.add_column("filter", no_wrap=True)
    for column in ("first", "95%", "cpu", "95%", "later", "95%", "cpu", "95%"):
        table.add_column(column, justify="right")
    for name, chosen in filters.items():
        for part in ("tasks", "report"):
            chosen.choose(catalogue, sets["tune"][0].request)  # the tools are indexed
            first: list[tuple[float, float]] = []
            later: list[tuple[float, float]] = []
            for case in sets[part]:
                request = case.request
                for step in range(STEPS):
                    started = time.perf_counter(), time.thread_time()
                    shown = chosen.choose(catalogue, request)
                    ended = time.perf_counter(), time.thread_time()
                    took = (ended[0] - started[0]) * 1000, (ended[1] - started[1]) * 1000
                    (later if step else first).append(took)
                    request = replace(request, used=tuple(tool.name for tool in shown[:step]))
            times = [
                (statistics.median(found), statistics.quantiles(found, n=20)[-1])
                for kind in (first, later)
                for found in zip(*kind, strict=True)
            ]
            table.add_row(part, name, *(f"{value:.2f}" for pair in times for value in pair))
    return table


def _search(
    catalogue: Sequence[Tool],
    cases: Sequence[FilterCase],
    encoder: Encoder | None,
    tries: int,
    chance: random.Random,
) -> None:
    def worth(weights: RagWeights) -> float:
        total = 0.0
        for used in {None, encoder}:
            found = evaluate(RagFilter(encoder=used, weights=weights), catalogue, cases, RANKS)
            total += found.recall_at[10] + found.recall_at[25] + 0.3 * found.mrr
        return total

    best, most = RagWeights(), worth(RagWeights())
    console.print(f"as it is: {most:.4f}")
    for _ in range(tries):
        weights = _vary(best, chance)
        if (value := worth(weights)) > most:
            best, most = weights, value
            console.print(f"{most:.4f}", asdict(best))


def _vary(weights: RagWeights, chance: random.Random) -> RagWeights:
    """A quarter of the weights changed by up to a half."""

    def vary(weights: dict[str, float]) -> dict[str, float]:
        return {
            name: value * chance.uniform(0.5, 1.5) if chance.random() < 0.25 else value
            for name, value in weights.items()
        }

    numbers = asdict(weights)
    words, areas = WordWeights(**vary(numbers.pop("words"))), AreaWeights(**vary(numbers.pop("areas")))
    return RagWeights(words, areas, **vary(numbers))


def _remembering(encoder: Encoder) -> Encoder:
    one: Callable[[str], Vectors] = cache(lambda text: encoder([text])[0])

    def encode(texts: Sequence[str]) -> Vectors:
        return np.stack([one(text) for text in texts])

    return encode


if __name__ == "__main__":
    main()
