"""The steps of an episode: prepared for the page, and as a list of links to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from controller.core.texts import count
from controller.records.pointing import ScreenMark, places_of
from controller.records.trajectory import Turn
from controller.results.viewer.episode import EpisodeView
from controller.results.viewer.html import Html, el, link
from controller.results.viewer.parts_of_episode import commands_from, notes_by_step
from controller.results.viewer.step_part import OfferedTools, StepOnPage
from controller.results.viewer.words import action_words, seconds

_WORD = 60


def steps_on_page(view: EpisodeView, folder: Path | None = None) -> list[StepOnPage]:
    """The episode's steps, in order, with changes from the step before.

    `folder` is that of its run, for commands that go on from a step; None to show none.
    """
    on_page: list[StepOnPage] = []
    last: OfferedTools | None = None
    notes = notes_by_step(view.trajectory)
    for turn in view.trajectory.turns:
        offer = _offer(turn, last)
        for index, step in enumerate(turn.steps):
            place = len(on_page) + 1
            since_start = max(0.0, step.time - view.trajectory.began) if view.trajectory.began else 0.0
            places = places_of(step.action)
            fault = view.fault(step, turn) or ("off the screen" if _astray(turn, places) else "")
            said = tuple(notes.get(step.number, ()))
            commands: tuple[tuple[str, str], ...] = ()
            if folder and turn.decision and index == 0 and not view.attempt:
                commands = tuple(commands_from(folder, (view.task.id, view.epoch), step.number - 1))
            on_page.append(
                StepOnPage(place, step, turn, index, fault, places, offer, since_start, said, commands)
            )
            if offer and index == 0 and not offer.since:
                last = OfferedTools(offer.names, offer.new, offer.gone, place)
    return on_page


def _astray(turn: Turn, places: Iterable[ScreenMark]) -> bool:
    """Whether a mark is off the screen, as far as its size is known."""
    observation = turn.before
    if observation is None or not (observation.width and observation.height):
        return False
    return not all(place.within(observation.width, observation.height) for place in places)


def _offer(turn: Turn, last: OfferedTools | None) -> OfferedTools | None:
    if turn.offered is None:
        return None
    if last is None:
        return OfferedTools(turn.offered, (), (), 0)
    if last.names == turn.offered:
        return last
    before, now = set(last.names), set(turn.offered)
    new = tuple(name for name in turn.offered if name not in before)
    gone = tuple(name for name in last.names if name not in now)
    return OfferedTools(turn.offered, new, gone, 0)


def first_problem(steps: Sequence[StepOnPage]) -> StepOnPage | None:
    """The first step with a problem."""
    return next((item for item in steps if item.has_problem), None)


def step_list(steps: Sequence[StepOnPage]) -> Html:
    """A line for each step with a bar for its time, and one for the end."""
    longest = max((sum(_seconds_of(item)) for item in steps), default=0.0)
    problem = first_problem(steps)
    wrong = sum(item.has_problem for item in steps)
    return el(
        "nav",
        el(
            "header",
            el("h2", count(len(steps), "step")),
            link(f"#step-{problem.place}", f"{wrong} with problems", class_="problem", id="first-problem")
            if problem
            else None,
        ),
        el("p", el("button", "▶ Play through", type="button", data_play=True), class_="scripted play")
        if steps
        else None,
        el("ol", *(_line(item, longest) for item in steps)),
        link("#end", "The end", class_="end"),
        class_="overview",
        id="overview",
        aria_label="Steps",
    )


def _line(item: StepOnPage, longest: float) -> Html:
    verb, on = action_words(item.step.action)
    if item.step.mistake:
        verb = "unusable answer"
    note = el("span", item.fault or "problem", class_="note") if item.has_problem else None
    return el(
        "li",
        link(
            f"#step-{item.place}",
            el("span", str(item.step.number or item.place), class_="number"),
            el("span", el("b", verb), " ", el("span", on[:_WORD], class_="on"), class_="what"),
            note,
            _bar(item, longest),
            title=f"{verb} {on}"[: _WORD * 2],
        ),
        class_=f"{'problematic ' if item.has_problem else ''}{_kind(item)}",
    )


def _kind(item: StepOnPage) -> str:
    return {"tool_call": "tool", "terminate": "ending"}.get(item.step.kind, "gui")


def _seconds_of(item: StepOnPage) -> tuple[float, float, float]:
    """Seconds of the decision, the action and the observation after it."""
    decided = item.decision.seconds if item.decision else 0.0
    return max(0.0, decided), max(0.0, item.step.seconds), max(0.0, item.look_seconds)


def _bar(item: StepOnPage, longest: float) -> Html | None:
    if not longest:
        return None
    bars, begin = [], 0.0
    for kind, spent in zip(("model", "action", "look"), _seconds_of(item), strict=True):
        width = round(spent / longest * 100, 2)
        if width:
            bars.append(el("rect", x=f"{begin:g}", y=0, width=f"{width:g}", height=1, class_=kind))
        begin += width
    total = seconds(sum(_seconds_of(item)))
    return el(
        "svg",
        *bars,
        class_="bar",
        viewBox="0 0 100 1",
        preserveAspectRatio="none",
        role="img",
        aria_label=total,
    )
