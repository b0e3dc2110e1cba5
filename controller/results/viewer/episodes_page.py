"""Two episodes of one task side by side, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from controller.core.texts import count
from controller.results.viewer.action_part import action_part, result_part
from controller.results.viewer.blocks import EpisodeAddresses, collapsible, picture, preformatted, text_block
from controller.results.viewer.episode import EpisodeView
from controller.results.viewer.html import Html, document, el, line, link, name_line
from controller.results.viewer.links import EPISODES_DEPTH, Links
from controller.results.viewer.live import IDLE_SECONDS
from controller.results.viewer.outcome import badges, verdict
from controller.results.viewer.reasons import end_reason
from controller.results.viewer.step_list import steps_on_page
from controller.results.viewer.step_part import HEADING, StepOnPage, screen_figure
from controller.results.viewer.words import action_words, seconds


@dataclass(frozen=True, slots=True)
class EpisodeSide:
    """One of the two episodes: the run's name in addresses and its title."""

    letter: str
    run: str
    title: str
    view: EpisodeView
    running: bool = False

    def addresses(self, links: Links) -> EpisodeAddresses:
        """Where the episode's pictures and its record are."""
        task, epoch = self.view.task.id, self.view.epoch
        return EpisodeAddresses(links.screen(self.run, task, epoch, ""), links.events(self.run, task, epoch))


Sides = tuple[EpisodeSide, EpisodeSide]


def episodes_page(sides: Sides, *, static: bool = False) -> str:
    """The page: a row for each step, the two episodes as its columns."""
    links = Links(EPISODES_DEPTH, static)
    a, b = sides
    both = [steps_on_page(side.view) for side in sides]
    apart = first_difference(both[0], both[1])
    rows = [
        _row(place, pair, sides, links, apart=place == apart)
        for place, pair in enumerate(zip_longest(both[0], both[1]), 1)
    ]
    body = [
        _head(sides, apart),
        el("div", *(_outcome(side, links) for side in sides), class_="pair", id="outcomes"),
        *rows,
        el("div", *(_end(side, links) for side in sides), class_="pair", id="end"),
    ]
    crumbs = [(f"{a.title} and {b.title}", links.comparison(a.run, b.run))]
    title = f"{a.view.task.id} side by side"
    return document(title, body, links, crumbs, kind="episodes", live=0 if static else IDLE_SECONDS)


def first_difference(a: Sequence[StepOnPage], b: Sequence[StepOnPage]) -> int:
    """The first step, from 1, at which the actions differ; 0 if they are the same to the end."""
    for place, (first, second) in enumerate(zip_longest(a, b), 1):
        if first is None or second is None or first.step.action != second.step.action:
            return place
    return 0


def _head(sides: Sides, apart: int) -> Html:
    task, epoch = sides[0].view.task, sides[0].view.epoch
    several = max(side.view.info.options.epochs for side in sides) > 1
    numbers = [side.view.variant for side in sides]
    variants = (
        f"variants {numbers[0]} and {numbers[1]}" if numbers[0] != numbers[1] else f"variant {numbers[0]}"
    )
    words = " ".join(
        filter(None, (variants if numbers != [None, None] else "", f"epoch {epoch}" if several else ""))
    )
    which = el("span", f" {words}", class_="muted") if words else None
    where = link(f"#row-{apart}", f"step {apart}") if apart else None
    difference = ("The first different action: ", where, ".") if apart else ("The same actions to the end.",)
    return el(
        "header",
        el("h1", name_line(task.id), which),
        preformatted(task.instruction, "text instruction") if task.instruction else None,
        el("p", *difference, class_="muted"),
        class_="head",
        id="head",
    )


def _outcome(side: EpisodeSide, links: Links) -> Html:
    view = side.view
    episode = links.episode(side.run, view.task.id, view.epoch)
    return el(
        "div",
        el("h2", el("strong", f"{side.letter} "), link(episode, side.title)),
        el("p", *badges(view, side.running), class_="badges"),
        el(
            "p",
            f"{count(len(view.trajectory.steps), 'step')}, {seconds(view.seconds)}",
            class_="muted",
        ),
        el("p", end_reason(_state(side), view.result)),
        collapsible("Verdict", *_verdict(side, links)),
        data_side=side.letter,
    )


def _state(side: EpisodeSide) -> str:
    return side.view.status or ("running" if side.running else "cut_short")


def _verdict(side: EpisodeSide, links: Links) -> Iterator[Html]:
    whole = verdict(side.view, side.addresses(links).record, side.running)
    # Two verdicts stand on this page, and an id stands once.
    yield Html(whole.replace(' id="verdict"', f' id="verdict-{side.letter}"', 1))


def _row(
    place: int,
    pair: tuple[StepOnPage | None, StepOnPage | None],
    sides: Sides,
    links: Links,
    *,
    apart: bool,
) -> Html:
    mark = el("p", "The actions differ from here on.", class_="apart") if apart else None
    cells = (_step(item, side, links) for item, side in zip(pair, sides, strict=True))
    return el("section", mark, el("div", *cells, class_="pair"), id=f"row-{place}", class_="row")


def _step(item: StepOnPage | None, side: EpisodeSide, links: Links) -> Html:
    if item is None:
        return el("div", el("p", f"{side.letter} has no such step.", class_="muted"), data_side=side.letter)
    at = side.addresses(links)
    view = side.view
    episode = links.episode(side.run, view.task.id, view.epoch)
    verb, on = action_words(item.step.action)
    heading = el(
        "h3",
        link(
            f"{episode}#step-{item.place}", f"{side.letter}{item.step.number or item.place}", class_="number"
        ),
        el("span", verb, class_="verb"),
        el("span", line(on, HEADING), class_="on") if on else None,
    )
    fault = el("span", item.fault, class_="badge bad") if item.fault else None
    thought = item.decision.thought if item.decision else ""
    failed = item.step.failed
    shown = result_part(item.step.result, at, failed=failed) if item.step.result else None
    return el(
        "article",
        el("header", heading, el("p", fault, class_="marks") if fault else None),
        screen_figure(item, at),
        text_block(thought, at.record, "thought") if thought else None,
        collapsible("Action", *action_part(item.step, at)),
        shown if failed else collapsible("Result", shown) if shown else None,
        class_="step problematic" if item.has_problem else "step",
        id=f"{side.letter}-{item.place}",
        data_side=side.letter,
    )


def _end(side: EpisodeSide, links: Links) -> Html:
    turns = side.view.trajectory.turns
    observation = turns[-1].after if turns else side.view.trajectory.first_observation
    title = f"{side.letter}: the screen at the end"
    if observation is None or observation.screen is None:
        nothing = el("p", "The record has no picture of the end.", class_="screen none muted")
        return el("article", nothing, class_="step", data_side=side.letter)
    shown = picture(observation.screen, side.addresses(links), title, observation.width, observation.height)
    return el(
        "article",
        el("header", el("h3", el("span", title, class_="verb"))),
        el("figure", shown, class_="screen"),
        class_="step",
        id=f"{side.letter}-end",
        data_side=side.letter,
    )
