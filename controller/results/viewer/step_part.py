"""A step on the page of its episode: the screen before it, the decision, the action and its result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from controller.core.texts import count
from controller.records.pointing import ScreenMark
from controller.records.trajectory import Decision, Step, Turn
from controller.results.viewer.action_part import action_part, result_part
from controller.results.viewer.blocks import EpisodeAddresses, as_json, collapsible, picture, text_block
from controller.results.viewer.html import Html, el, join, line, link
from controller.results.viewer.overlay import overlay
from controller.results.viewer.parts_of_episode import NoteOnPage, badge, note_text
from controller.results.viewer.words import action_words, seconds

HEADING = 80
"""Longest target of an action in a step's heading, in characters; the step shows it whole."""
_SHOWN_ELSEWHERE = frozenset({"model", "mistakes", "leniencies", "unknown_tools", "searches"})
"""Details of a decision that the page shows elsewhere."""


@dataclass(frozen=True, slots=True)
class OfferedTools:
    """The tools offered at a step. `since` is the earlier step that lists them, 0 if this one does."""

    names: tuple[str, ...]
    new: tuple[str, ...]
    gone: tuple[str, ...]
    since: int


@dataclass(frozen=True, slots=True)
class StepOnPage:
    """A step with its place on the page, from 1, and in its turn, from 0. `since_start` is in seconds.

    `fault` describes what went wrong with it; "" if nothing did. `notes` are those of the parts of the episode,
    `commands` what they offer to go on with from the state before it: titles and commands.
    """

    place: int
    step: Step
    turn: Turn
    index: int
    fault: str
    places: tuple[ScreenMark, ...]
    offer: OfferedTools | None
    since_start: float
    notes: tuple[NoteOnPage, ...] = ()
    commands: tuple[tuple[str, str], ...] = ()

    @property
    def decision(self) -> Decision | None:
        """The decision, for the first of its steps; None for others."""
        return self.turn.decision if self.index == 0 else None

    @property
    def look_seconds(self) -> float:
        """Duration of the observation after the last step of a turn; 0 for other steps."""
        last = self.index == len(self.turn.steps) - 1
        return self.turn.after.seconds if last and self.turn.after else 0.0

    @property
    def has_problem(self) -> bool:
        """Whether something went wrong, unusable answers before it included."""
        return bool(self.fault or (self.decision and (self.decision.mistakes or self.decision.unknown_tools)))


def step_part(item: StepOnPage, at: EpisodeAddresses) -> Html:
    """The step's article."""
    step = item.step
    verb, on = action_words(step.action)
    heading = el(
        "h3",
        link(f"#step-{item.place}", f"{step.number or item.place}", class_="number"),
        el("span", verb, class_="verb"),
        el("span", line(on, HEADING), class_="on") if on else None,
    )
    return el(
        "article",
        el("header", heading, el("p", *_marks(item), class_="marks")),
        el(
            "div",
            screen_figure(item, at),
            el("div", *_decision_and_action(item, at), class_="decided"),
            class_="split",
        ),
        id=f"step-{item.place}",
        class_="step problematic" if item.has_problem else "step",
        tabindex=-1,
    )


def _marks(item: StepOnPage) -> Iterator[Html]:
    if item.fault:
        yield el("span", item.fault, class_="badge bad")
    yield from (badge(note.badge) for _, note in item.notes)
    if item.step.performed:
        yield el("span", "by a person", class_="badge idle")
    if item.step.group is not None:
        yield el("span", f"at the same time as step {item.step.group}", class_="badge idle")
    decision = item.decision
    if decision and decision.mistakes:
        yield el("span", count(len(decision.mistakes), "unusable answer"), class_="badge warn")
    if decision and decision.unknown_tools:
        yield el("span", "unknown tools called", class_="badge warn")
    if decision and decision.leniencies:
        yield el("span", "deviations tolerated", class_="badge idle")
    if decision and decision.details.get("folds"):
        yield el("span", "conversation folded", class_="badge idle")
    parts = [("model", decision.seconds if decision else 0.0), ("action", item.step.seconds)]
    parts.append(("screen", item.look_seconds))
    times = " · ".join(f"{name} {seconds(value)}" for name, value in parts if value)
    yield el("span", times, class_="times num")
    if item.since_start > 0:
        yield el("span", f"at {seconds(item.since_start)}", class_="muted num")
    yield el("button", "copy link", type="button", class_="copy scripted", data_copy=f"#step-{item.place}")


def screen_figure(item: StepOnPage, at: EpisodeAddresses) -> Html:
    """The screen before the step with the action drawn on it."""
    observation, after = item.turn.before, item.turn.after
    if observation is None or observation.screen is None:
        return el("p", "The record has no picture of this screen.", class_="screen none muted")
    return el(
        "figure",
        picture(
            observation.screen,
            at,
            f"The screen before step {item.step.number}",
            observation.width,
            observation.height,
            overlay(item.places, observation.width, observation.height),
            after.screen if after else None,
        ),
        class_="screen",
    )


def _decision_and_action(item: StepOnPage, at: EpisodeAddresses) -> Iterator[Html]:
    decision = item.decision
    if decision:
        yield from _thought_part(decision, at)
    elif item.turn.decision and item.index:
        first = item.place - item.index
        words = f"Action {item.index + 1} of {len(item.turn.steps)} decided at "
        yield el("p", words, link(f"#step-{first}", f"step {first}"), class_="muted")
    said = (note_text(name, note) for name, note in item.notes)
    yield el("section", el("h4", "Action"), *action_part(item.step, at), *said)
    if item.step.result:
        yield result_part(item.step.result, at, failed=item.step.failed)
    yield el("div", *_more(item, at), class_="folds")


def _thought_part(decision: Decision, at: EpisodeAddresses) -> Iterator[Html]:
    tokens = decision.tokens
    read = f"{tokens.input_tokens:,} tokens in" + (
        f", {tokens.cache_read_tokens:,} of them cached" if tokens.cache_read_tokens else ""
    )
    used = f"{read}, {tokens.output_tokens:,} out" if tokens.input_tokens or tokens.output_tokens else ""
    about = " · ".join(filter(None, (decision.model, used)))
    for mistake in decision.mistakes:
        yield el(
            "section",
            el("h4", "Unusable answer before this one"),
            text_block(mistake, at.record),
            class_="wrong",
        )
    words = text_block(decision.thought, at.record, "thought") if decision.thought else None
    if words or about:
        silent = el("p", "No text.", class_="muted about")
        notes = el("p", about, class_="muted about") if about else None
        yield el("section", el("h4", "Model"), words or silent, notes)
    for search in decision.searches:
        tools = f"found {', '.join(search.found) or 'nothing'}"
        outcome = search.error or (
            f"{tools}; unknown {', '.join(search.unknown)}" if search.unknown else tools
        )
        yield el("p", el("b", "Searched tools for "), el("q", search.query), f": {outcome}", class_="search")
    if decision.unknown_tools:
        names = ", ".join(decision.unknown_tools)
        yield el("p", f"Called tools that do not exist or were not offered: {names}", class_="wrong")
    if decision.leniencies:
        yield el("p", f"Deviations tolerated: {', '.join(decision.leniencies)}", class_="muted")


def _more(item: StepOnPage, at: EpisodeAddresses) -> Iterator[Html]:
    """The folded parts."""
    observation, decision = item.turn.before, item.decision
    if item.index:
        return
    if item.offer:
        yield _offer(item.offer)
    if observation and observation.windows:
        listed = (
            el(
                "li",
                window.title or "(no title)",
                Html(" "),
                el("span", window.app, " (active)" if window.active else None, class_="muted"),
            )
            for window in observation.windows
        )
        size = (
            f"{observation.width} × {observation.height}" if observation.width and observation.height else ""
        )
        yield collapsible(count(len(observation.windows), "window"), el("ul", *listed), note=size)
    if observation and observation.text:
        yield collapsible(
            "The screen as text", text_block(observation.text, at.record), note="as the agent received it"
        )
    if observation and observation.marked:
        marked = picture(
            observation.marked, at, "The screen with numbers", observation.width, observation.height
        )
        yield collapsible("The screen with numbers", marked, note="as the agent received it")
    details = (
        {name: value for name, value in decision.details.items() if name not in _SHOWN_ELSEWHERE}
        if decision
        else {}
    )
    if details:
        yield collapsible("The model's answer as recorded", text_block(as_json(details), at.record))
    for title, command in item.commands:
        yield collapsible(title, text_block(command, at.record, "command"))


def _offer(offer: OfferedTools) -> Html:
    offered = f"{count(len(offer.names), 'tool') if offer.names else 'No tools'} offered"
    if offer.since:
        return el(
            "p",
            f"{offered}, the same as at ",
            link(f"#step-{offer.since}", f"step {offer.since}"),
            class_="same",
        )
    if not offer.names and not offer.gone:
        return el("p", offered, class_="same")
    changes = [
        el("p", el("b", f"{title}: "), ", ".join(names))
        for title, names in (("New", offer.new), ("No longer", offer.gone))
        if names
    ]
    note = " ".join(f"{sign}{len(names)}" for sign, names in (("+", offer.new), ("−", offer.gone)) if names)
    names = join(el("li", el("code", name)) for name in offer.names)
    return collapsible(offered, *changes, el("ul", names, class_="names"), note=note)
