"""How an episode ended: the checker's verdict with its evidence, and the episode's numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.core.texts import count
from controller.records.run_info import EpisodeResult, Recheck
from controller.records.verdicts import ClaimRecord
from controller.results.viewer.blocks import collapsible, text_block
from controller.results.viewer.durations_part import parts_of
from controller.results.viewer.episode import EpisodeView
from controller.results.viewer.html import Html, el, link
from controller.results.viewer.numbers import score_badge, status_badge
from controller.results.viewer.parts_of_episode import Row, badges_of, facts_of, said_of
from controller.results.viewer.words import moment, seconds

SHORT_EVIDENCE = 100


def badges(view: EpisodeView, running: bool) -> Iterator[Html]:
    """Score and status."""
    if view.score is not None:
        words = {1.0: "success: ", 0.0: "failure: "}.get(view.score, "partial: ")
        yield score_badge(view.score, words)
    if view.recheck:
        yield score_badge(view.recheck.score, "recheck: ")
    yield status_badge(view.status or ("running" if running else "cut_short"))
    yield from badges_of(view.result)
    if view.attempt:
        yield el("span", "earlier attempt", class_="badge warn")


def verdict(view: EpisodeView, record: str, running: bool) -> Html:
    """The checker's verdict, a later recheck, errors, and the agent's answer."""
    parts: list[Html | None] = [el("h2", "Verdict")]
    if view.error:
        parts.append(el("p", el("b", view.error.type), class_="wrong"))
        parts.append(text_block(view.error.message, record, "wrong"))
        parts.append(el("p", "Hint: ", view.error.hint) if view.error.hint else None)
    if view.claims:
        parts.append(_claims(view.claims, record))
    elif not view.error:
        parts.append(el("p", "No verdict yet." if running else "No verdict.", class_="muted"))
    parts += _safety(view.safety, record)
    if view.recheck:
        day = view.recheck.created[:16].replace("T", " ")
        parts.append(el("h3", f"Recheck: {view.recheck.score:g}"))
        parts.append(el("p", f"by {_who(view.recheck)}, {day}", class_="muted"))
        parts.append(_claims(view.recheck.claims, record))
        parts += _safety(view.recheck.safety, record)
    if view.result and view.result.answer:
        parts.append(el("h3", "The agent's answer"))
        parts.append(text_block(view.result.answer, record))
    if view.result and view.result.truth:
        parts.append(el("h3", "The expected answer when it was judged"))
        parts.append(text_block(view.result.truth, record))
    for attempt in view.result.attempts if view.result else ():
        error = text_block(
            f"{attempt.error.type}: {attempt.error.message}\n{attempt.error.hint}".rstrip(), record
        )
        parts.append(
            collapsible(f"Attempt {attempt.number} failed", error, note=f"after {seconds(attempt.seconds)}")
        )
    return el("section", *parts, class_="card verdict", id="verdict")


def _safety(claims: tuple[ClaimRecord, ...], record: str) -> Iterator[Html]:
    if claims:
        yield el("h3", "Safety")
        yield _claims(claims, record)


def _who(recheck: Recheck) -> str:
    """Whose later verdict it is."""
    changed = ("a changed checker",) if recheck.checked and recheck.checked.checker else ()
    return " and ".join((*changed, *(verdict.title or verdict.part for verdict in recheck.verdicts[1:])))


def _claims(claims: tuple[ClaimRecord, ...], record: str) -> Html:
    items = (_claim(claim, record) for claim in claims)
    return el("ul", *items, class_="claims")


def _claim(claim: ClaimRecord, record: str) -> Html:
    """A claim with its evidence, which is folded if it is long and the claim is met."""
    state = "holds" if claim.holds else "fails"
    met = "met" if claim.holds else "half met" if claim.earned else "not met"
    notes = [met]
    if claim.forgeable:
        notes.append("forgeable")
    if claim.weight != 1:
        notes.append(f"weight {claim.weight:g}")
    mark = el("span", ", ".join(notes), class_="mark")
    if not claim.found:
        return el("li", mark, " ", claim.text, class_=state)
    if len(claim.found) <= SHORT_EVIDENCE and "\n" not in claim.found:
        return el("li", mark, " ", claim.text, ": ", el("code", claim.found), class_=state)
    summary = el("summary", mark, " ", claim.text)
    evidence = text_block(claim.found, record)
    return el("li", el("details", summary, evidence, open=not claim.holds), class_=state)


def episode_facts(view: EpisodeView, record: str) -> Html:
    """The episode's numbers, the less important ones folded."""
    more = collapsible("More", _definition_list(_further(view, record)))
    return el("section", el("h2", "Episode"), _definition_list(_rows(view)), more, class_="card", id="facts")


def _definition_list(rows: Iterable[Row]) -> Html:
    parts = (part for name, value in rows for part in (el("dt", name), el("dd", value)))
    return el("dl", *parts, class_="facts")


def _rows(view: EpisodeView) -> Iterator[Row]:
    result, trajectory, options = view.result, view.trajectory, view.info.options
    steps = f"{result.steps if result else len(trajectory.steps)} of at most {options.steps}"
    if result:
        did = [count(result.tool_calls, "tool call"), count(result.gui_actions, "GUI action")]
        steps = ", ".join((steps, *did))
    yield "Steps", steps
    yield (
        "Time",
        ", ".join(
            filter(None, (seconds(view.seconds), moment(trajectory.began) if trajectory.began else ""))
        ),
    )
    if parts := parts_of(result):
        yield "Of it", parts
    served = {turn.decision.model for turn in trajectory.turns if turn.decision} - {""}
    models = result.usage.models if result else tuple(sorted(served))
    yield "Agent", ", ".join((options.agent_name, *models))
    yield from said_of(result)
    yield "Actions", f"{options.actions}, tool filter {options.tool_filter}"
    if options.screen_text:
        yield "Screen", options.screen_text
    yield from facts_of(trajectory)


def _further(view: EpisodeView, record: str) -> Iterator[Row]:
    result, trajectory = view.result, view.trajectory
    if guest := (result.guest if result else "") or trajectory.guest:
        yield "Guest", f"{guest}, snapshot {trajectory.snapshot}" if trajectory.snapshot else guest
    if trajectory.seed is not None:
        yield "Seed", str(trajectory.seed)
    if result:
        yield from _of_result(result)
    yield "Record", link(record, "events.jsonl")


def _of_result(result: EpisodeResult) -> Iterator[Row]:
    if result.timings:
        spent = (f"{name.replace('_', ' ')} {seconds(value)}" for name, value in result.timings.items())
        yield "Timings", ", ".join(spent)
    used = result.usage
    if used.calls:
        cost = "cost unknown" if used.cost is None else f"${used.cost:.4f}"
        tokens = f"{used.input_tokens:,} tokens in, {used.output_tokens:,} out"
        yield "Model usage", ", ".join((count(used.calls, "request"), tokens, cost))
    if used.leniencies:
        yield "Leniencies", ", ".join(f"{code} {times}" for code, times in used.leniencies.items())
    if used.folds:
        yield "Folded to fit", ", ".join(f"{kind} {times}" for kind, times in used.folds.items())
    if used.differences:
        yield "Replay", f"{count(used.differences, 'request')} different from the record"
