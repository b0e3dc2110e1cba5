"""The project's own tasks, as far as they can be judged without a guest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.guests.provider import HEADLESS, SNAPSHOTS
from controller.proofs.validation import static_checks
from controller.tasks.domains import PAPER_DOMAINS, domain_of
from controller.tasks.selection import Selection, select_tasks
from controller.tasks.solutions import reference_solutions
from controller.tasks.sources.folder.source import FolderSource
from controller.tasks.task import Task
from controller.tool_filter.servers import catalogue_for
from scripts.suite_docs import MIXED_SUITE, PERSONA_SUITE, POOL_SUITES, SERVER_SUITES
from vm_images.server_pool import server_pool

EVERYDAY_DOMAINS = ("finance", "leisure", "lifestyle", "office", "shopping", "travel")
ROOT = Path(__file__).resolve().parents[2] / "tasks"


@pytest.fixture(scope="module")
def core() -> list[Task]:
    return select_tasks(Selection(suite="core"), ROOT)


def test_the_core_suite_covers_every_domain_and_kind(core: list[Task]) -> None:
    assert {domain_of(task.id) for task in core} >= set(PAPER_DOMAINS)
    kinds = Counter(task.info.tool_beneficial for task in core)
    assert kinds[True] >= 18 and kinds[False] >= 10
    assert sum("gui" in reference_solutions(task.folder) for task in core) >= 10
    infeasible = [task for task in core if not task.info.feasible]
    assert len(infeasible) >= 4
    assert {task.info.feasible_counterpart for task in infeasible} <= {
        task.id for task in core if task.info.feasible
    }


def test_the_demo_suite_is_part_of_it(core: list[Task]) -> None:
    demo = select_tasks(Selection(suite="demo"), ROOT)
    assert len(demo) == 12
    assert {task.id for task in demo} <= {task.id for task in core}


def test_the_small_suite_mirrors_the_whole(core: list[Task]) -> None:
    small = select_tasks(Selection(suite="small"), ROOT)
    assert len(small) == 36 and {task.id for task in small} <= {task.id for task in core}
    features: dict[str, Callable[[Task], object]] = {
        "domain": lambda task: domain_of(task.id),
        "tool_beneficial": lambda task: task.info.tool_beneficial,
        "feasible": lambda task: task.info.feasible,
        "variants": lambda task: task.variants is not None,
    }
    for name, feature in features.items():
        of_core, of_small = (Counter(map(feature, tasks)) for tasks in (core, small))
        for value, number in of_core.items():
            assert abs(of_small[value] - number * len(small) / len(core)) < 1.5, (name, value)
    assert {task.info.feasible_counterpart for task in small if not task.info.feasible} <= {
        task.id for task in small
    }


def test_every_task_is_on_a_desktop_or_in_one_suite_on_servers(core: list[Task]) -> None:
    headless = (*SERVER_SUITES, PERSONA_SUITE)
    on_servers = [task for name in headless for task in select_tasks(Selection(suite=name), ROOT)]
    mixed = select_tasks(Selection(suite=MIXED_SUITE), ROOT)
    ids = sorted(task.id for task in [*core, *on_servers, *mixed])
    assert ids == sorted(FolderSource(ROOT).ids())
    assert not [task.id for task in core if task.servers]
    for task in on_servers:
        assert task.servers and set(task.servers) <= set(server_pool()), task.id
        assert task.select_snapshot(SNAPSHOTS) == HEADLESS, task.id
        assert set(task.info.tools) <= {tool.name for tool in catalogue_for(task.servers, headless=True)}, (
            task.id
        )


def test_a_mixed_task_needs_tools_of_servers_and_of_the_desktop() -> None:
    for task in select_tasks(Selection(suite=MIXED_SUITE), ROOT):
        assert task.select_snapshot(SNAPSHOTS) != HEADLESS, task.id
        own, pool = ({tool.name for tool in catalogue_for(ids)} for ids in ((), task.servers))
        assert set(task.info.tools) & own and set(task.info.tools) - own, task.id
        assert set(task.info.tools) <= pool, task.id


def test_a_run_without_a_selection_plays_the_desktop_suite(core: list[Task]) -> None:
    played = select_tasks(Selection(to_run=True), ROOT)
    assert [task.id for task in played] == [task.id for task in core]
    assert {name for task in played for name in task.info.suites}.isdisjoint(POOL_SUITES)
    assert len(select_tasks(Selection(), ROOT)) > len(played)


def test_each_suite_on_servers_has_what_its_tasks_need() -> None:
    everyday, levels, fuzzy = (select_tasks(Selection(suite=name), ROOT) for name in SERVER_SUITES)
    assert {domain_of(task.id) for task in everyday} == set(EVERYDAY_DOMAINS)
    assert all(len(task.judging.notes.key_points) >= 3 for task in everyday)
    assert {task.info.level for task in levels} == {"L1", "L2", "L3"}
    assert all(task.judging.notes.fuzzy and task.judging.notes.dependencies for task in fuzzy)
    assert {len(task.servers) for task in fuzzy} == {1, 2, 3}


@pytest.mark.sampled
@pytest.mark.parametrize("task_id", FolderSource(ROOT).ids())
def test_a_task_has_its_checker_references_and_wrong_results(task_id: str) -> None:
    (task,) = select_tasks(Selection(globs=(task_id,)), ROOT)
    task.judging.checker()
    assert [verdict for verdict in static_checks(task) if not verdict.proven] == []
