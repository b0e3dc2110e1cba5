"""The page of an episode: its verdict, the list of its steps, then every step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from controller.metrics.outcomes import Key
from controller.metrics.provenance import provenance_of
from controller.records.questions import OpenQuestion
from controller.results.viewer.blocks import EpisodeAddresses, picture, preformatted
from controller.results.viewer.episode import EpisodeView
from controller.results.viewer.html import Html, document, el, link, name_line, warning
from controller.results.viewer.links import Links
from controller.results.viewer.marks import mark_badge
from controller.results.viewer.outcome import badges, episode_facts, verdict
from controller.results.viewer.question_part import question_part
from controller.results.viewer.step_list import step_list, steps_on_page
from controller.results.viewer.step_part import step_part
from controller.results.viewer.video import has_ffmpeg


@dataclass(frozen=True, slots=True)
class Nav:
    """The run of an episode: its name in addresses, its title, whether this attempt is running, its open question.

    `folder` is where it is on this host; None of a page that is shared.
    """

    run: str
    title: str
    running: bool = False
    question: OpenQuestion | None = None
    folder: Path | None = None


def episode_page(view: EpisodeView, nav: Nav, links: Links, *, live: int = 0) -> str:
    """The page. With `live` the script checks for changes at this interval, in seconds."""
    steps = steps_on_page(view, nav.folder)
    record = links.events(nav.run, view.task.id, view.epoch, view.attempt)
    at = EpisodeAddresses(links.screen(nav.run, view.task.id, view.epoch, ""), record)
    damaged = warning("Damaged records; everything else is shown:", [str(item) for item in view.damage])
    body = [
        _head(view, nav, links),
        el("div", damaged if view.damage else None, id="damage"),
        question_part(nav.question, links.answer(nav.run), view.task.id) if nav.question else None,
        el(
            "div",
            verdict(view, record, nav.running),
            episode_facts(view, record),
            class_="cards",
            id="outcome",
        ),
        el(
            "div",
            step_list(steps),
            el(
                "div",
                *(step_part(item, at) for item in steps),
                _end(view, nav, at),
                class_="steps",
                id="steps",
            ),
            class_="walk",
        ),
    ]
    title = f"{view.task.id} {_which(view)}".rstrip()
    return document(title, body, links, [(nav.title, links.run(nav.run))], kind="episode", live=live)


def _which(view: EpisodeView) -> str:
    epoch = f"epoch {view.epoch}" if view.info.options.epochs > 1 else ""
    variant = f"variant {view.variant}" if view.variant is not None else ""
    return " ".join(filter(None, (variant, epoch, f"attempt {view.attempt}" if view.attempt else "")))


def _head(view: EpisodeView, nav: Nav, links: Links) -> Html:
    domain, _, slug = view.task.id.partition("/")
    instruction = view.task.instruction
    which = el("span", f" {_which(view)}", class_="muted") if _which(view) else None
    return el(
        "header",
        el("nav", *_around(view, nav, links), class_="around", aria_label="Other episodes"),
        el("h1", el("span", domain, "/", class_="muted"), name_line(slug), which),
        el("p", *badges(view, nav.running), *_provenance(view), class_="badges"),
        _videos(view, nav, links),
        preformatted(instruction, "text instruction") if instruction else None,
        class_="head",
        id="head",
    )


def _provenance(view: EpisodeView) -> Iterator[Html]:
    """Where the episode's result comes from, if that needs a remark."""
    results = [view.result] if view.result else []
    for mark in provenance_of(view.info, results, rechecked=[view.recheck] if view.recheck else []).marks:
        yield mark_badge(mark)


def _videos(view: EpisodeView, nav: Nav, links: Links) -> Html | None:
    """Links to the episode as a file that plays anywhere; the server alone makes them."""
    if links.static or view.attempt or not view.trajectory.turns:
        return None

    def to(form: str, words: str) -> Html:
        return link(links.video(nav.run, view.task.id, view.epoch, form), words, download=True)

    mp4 = to("mp4", "MP4") if has_ffmpeg() else "MP4 (needs ffmpeg on this host: apt-get install ffmpeg)"
    return el("p", "Save as ", to("gif", "GIF"), ", ", mp4, class_="muted videos", id="videos")


def _around(view: EpisodeView, nav: Nav, links: Links) -> Iterator[Html]:
    def to(key: Key, words: str, relation: str) -> Html:
        return link(links.episode(nav.run, *key), words, rel=relation, title=f"{key[0]}, epoch {key[1]}")

    if view.previous:
        yield to(view.previous, "← previous", "prev")
    if view.next:
        yield to(view.next, "next →", "next")
    pages = [(f"attempt {number}", view.epoch, number) for number in view.tries]
    if len(view.epochs) > 1 or view.attempt:
        pages += [(f"epoch {epoch}", epoch, 0) for epoch in view.epochs]
    for words, epoch, attempt in pages:
        here = (epoch, attempt) == (view.epoch, view.attempt)
        address = links.episode(nav.run, view.task.id, epoch, attempt)
        yield link(address, words, aria_current="page" if here else None)


def _end(view: EpisodeView, nav: Nav, at: EpisodeAddresses) -> Html:
    """The screen after the last step, or the first one without steps."""
    turns = view.trajectory.turns
    observation = turns[-1].after if turns else view.trajectory.first_observation
    title = "The screen now" if nav.running else "The screen at the end"
    if observation and observation.screen:
        shown = el(
            "figure",
            picture(observation.screen, at, title, observation.width, observation.height),
            class_="screen",
        )
    else:
        nothing = (
            "The record has no picture of it." if turns or view.status else "There is no observation yet."
        )
        shown = el("p", nothing, class_="screen none muted")
    summary = (el("p", *badges(view, nav.running), class_="badges"), el("p", link("#verdict", "The verdict")))
    return el(
        "article",
        el("header", el("h3", link("#end", "■", class_="number"), el("span", title, class_="verb"))),
        el("div", shown, el("div", *summary, class_="decided"), class_="split"),
        id="end",
        class_="step",
        tabindex=-1,
    )
