"""Pages of the work's notebook: the team's budget, projects with their budgets and open points."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import rival
from plugins.persona.generation.facts.beside import pages, properties, shown
from plugins.persona.generation.facts.searching import is_first, on_page, rows, the_page
from plugins.persona.generation.lived import Happening, Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact


@fact("page")
def team_budget_page(lived: Lived) -> Iterator[Fact]:
    """The page with the team's budget of this year, beside which that of last year stands."""
    found = pages(lived, "Team budget ")
    for key, page in found[:1]:
        if is_first(lived, "notes_search", page["title"], key):
            yield Fact(
                unit="team_budget_page",
                type="page",
                value=key,
                wanted="the page with this year's team budget",
                it="that page",
                calls=the_page(page["title"]),
                claim="the page with the team budget was found",
                shown=(f"notes.page {key}",),
                others=tuple(other for other, _ in found[1:2]),
            )


@fact("price")
def team_budget_item(lived: Lived) -> Iterator[Fact]:
    """What the team's budget of this year has for an item; last year's is the trap."""
    found = pages(lived, "Team budget ")
    if len(found) != 2 or not is_first(lived, "notes_search", found[0][1]["title"], found[0][0]):
        return
    (key, page), (_, old) = found
    before = dict(_items(old))
    told = [row for event in lived.happened("budget") for row in event.of("mail.message")]
    for item, euros in _items(page):
        if before.get(item, euros) == euros:
            continue
        yield Fact(
            unit="team_budget_item",
            type="price",
            value=euros,
            wanted=f'what this year\'s team budget has for the item "{item}"',
            it="that sum",
            calls=on_page(page["title"], Read("value", "body", rf"\| {re.escape(item)} \| (\d+)")),
            claim=f"the budget for {item} was read",
            shown=(
                f"notes.page {key}",
                *shown("mail.message", [row for row in told if f"{euros} euros" in row[1]["body"]]),
            ),
            others=(before[item],),
            change=Change(
                f"notes.page {key}",
                "body",
                f"| {item} | {euros} |",
                f"| {item} | {int(euros) + 350} |",
            ),
        )


def _projects(lived: Lived) -> Iterator[tuple[Happening, str, str]]:
    """Yield the projects with their names and the ids of their pages."""
    for happening in lived.happened("project"):
        for key, page in happening.of("notes.page"):
            if "Client" in properties(lived, key):
                yield happening, page["title"], key


def _below(happening: Happening, project: str, what: str) -> tuple[str, Data] | None:
    """A page of a project by its title."""
    title = f"{project}: {what}"
    return next((row for row in happening.of("notes.page") if row[1]["title"] == title), None)


@fact("price")
def project_budget_item(lived: Lived) -> Iterator[Fact]:
    """What the budget of a project has for an item."""
    for happening, project, _ in _projects(lived):
        found = _below(happening, project, "budget")
        if found is None or not is_first(lived, "notes_search", f"{project} budget", found[0]):
            continue
        key, page = found
        items = _items(page)
        for index, (item, euros) in enumerate(items):
            yield Fact(
                unit="project_budget_item",
                type="price",
                value=euros,
                wanted=f'what the budget of the project "{project}" has for the item "{item}"',
                it="that sum",
                calls=on_page(f"{project} budget", Read("value", "body", rf"\| {re.escape(item)} \| (\d+)")),
                claim=f"the budget of {project} for {item} was read",
                shown=(f"notes.page {key}",),
                others=(items[index - 1][1],) if items[index - 1][1] != euros else (),
                change=Change(
                    f"notes.page {key}",
                    "body",
                    f"| {item} | {euros} |",
                    f"| {item} | {int(euros) + 125} |",
                ),
            )


@fact("page")
def open_points_page(lived: Lived) -> Iterator[Fact]:
    """The page with the open points of a project."""
    others = [key for key, page in pages(lived, "") if page["title"].endswith(": open points")]
    for happening, project, _ in _projects(lived):
        found = _below(happening, project, "open points")
        if found and is_first(lived, "notes_search", f"{project} open points", found[0]):
            yield Fact(
                unit="open_points_page",
                type="page",
                value=found[0],
                wanted=f'the page with the open points of the project "{project}"',
                it="that page",
                calls=the_page(f"{project} open points"),
                claim=f"the open points of {project} were found",
                shown=(f"notes.page {found[0]}",),
                others=tuple(other for other in others if other != found[0])[:1],
            )


def _of_project(project: str, read: Read) -> tuple[Call, ...]:
    """The calls that read a property of a project's own page, whose title is the project's name."""
    return (
        Call("notes_search", {"words": project}, (Read("page", f"title={project}/id"),)),
        Call("notes_read_page", {"page": "{page}"}, (read,)),
    )


def _is_found(lived: Lived, project: str, key: str) -> bool:
    """Whether a search for a project's name shows its own page, and no other with that title."""
    titles = [page["title"] for _, page in pages(lived, project)]
    return titles.count(project) == 1 and key in rows(lived, "notes_search", project)[:20]


@fact("day")
def project_due(lived: Lived) -> Iterator[Fact]:
    """The day on which a project is due, as its page says."""
    every = [properties(lived, key)["Due"][1]["value"] for _, _, key in _projects(lived)]
    for happening, project, key in _projects(lived):
        due, data = properties(lived, key)["Due"]
        day = data["value"]
        other = next((value for value in every if value != day), "")
        if not other or not _is_found(lived, project, key):
            continue
        yield Fact(
            unit="project_due",
            type="day",
            value=day,
            wanted=f'the day on which the project "{project}" {"is" if day >= lived.today else "was"} due',
            it="that day",
            calls=_of_project(project, Read("value", "properties/name=Due/value")),
            claim=f"the due day of {project} was read",
            shown=(f"notes.property {due}",),
            others=(other, happening.day.isoformat()) if happening.day.isoformat() != other else (other,),
            change=Change(f"notes.property {due}", "value", day, other),
        )


def _leads(lived: Lived) -> list[str]:
    """The people who lead projects."""
    return [lived.named(properties(lived, key)["Lead"][1]["value"]) for _, _, key in _projects(lived)]


@fact("person")
def project_lead(lived: Lived) -> Iterator[Fact]:
    """Who leads a project, if it is not the main person."""
    for happening, project, key in _projects(lived):
        lead, data = properties(lived, key)["Lead"]
        name = data["value"]
        person = lived.named(name)
        if person in ("", lived.me) or not _is_found(lived, project, key):
            continue
        other = lived.name(rival(lived, person, *_leads(lived)))
        files = [row for row in happening.of("vault.file") if row[1]["path"] == f"Projects/{project}.md"]
        yield Fact(
            unit="project_lead",
            type="person",
            value=name,
            wanted=f'whoever leads the project "{project}"',
            it="the project's lead",
            calls=_of_project(project, Read("value", "properties/name=Lead/value")),
            claim=f"who leads {project} was read",
            shown=(f"notes.property {lead}", *shown("vault.file", files)),
            others=(other,),
            change=Change(f"notes.property {lead}", "value", name, other),
        )


def _items(page: Data) -> list[tuple[str, str]]:
    """The items of a budget with their sums."""
    return [(item, euros) for item, euros in re.findall(r"\| (.+?) \| (\d+) \|", page["body"])]
