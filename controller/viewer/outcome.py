"""How an episode ended: the checker's verdict with its evidence, and the episode's numbers."""

from __future__ import annotations

from collections.abc import Iterator

from controller.run_info import ClaimRecord, EpisodeResult
from controller.viewer.episode import EpisodeView
from controller.viewer.folding import folded, text_block
from controller.viewer.html import Html, el, link
from controller.viewer.words import counted, moment, seconds

Row = tuple[str, Html | str]


def badges(view: EpisodeView) -> Iterator[Html]:
    """Score and status."""
    if view.score is not None:
        yield _score(
            view.score, "success" if view.score == 1 else "no success" if not view.score else "in part"
        )
    if view.recheck:
        yield _score(view.recheck.score, "checked again")
    colour = {"": "idle", "completed": "idle", "out_of_steps": "warn"}.get(view.status, "bad")
    yield el("span", view.status.replace("_", " ") or "no result yet", class_=f"badge {colour}")
    if view.attempt:
        yield el("span", "an earlier try", class_="badge warn")


def _score(score: float, words: str) -> Html:
    colour = "ok" if score == 1 else "warn" if score else "bad"
    return el("span", f"{words}: {score:g}", class_=f"badge {colour}")


def verdict(view: EpisodeView, record: str) -> Html:
    """What the checker found, later checks, errors, and what the agent answered."""
    parts: list[Html | None] = [el("h2", "Verdict")]
    if view.error:
        parts.append(el("p", el("b", view.error.type), class_="wrong"))
        parts.append(text_block(view.error.message, record, "wrong"))
        parts.append(el("p", "Hint: ", view.error.hint) if view.error.hint else None)
    if view.claims:
        parts.append(_claims(view.claims, record))
    elif not view.error:
        parts.append(el("p", "There is none." if view.status else "There is none yet.", class_="muted"))
    if view.recheck:
        day = view.recheck.created[:16].replace("T", " ")
        parts.append(el("h3", f"Checked again: {view.recheck.score:g}"))
        parts.append(el("p", f"by a checker that has changed since, {day}", class_="muted"))
        parts.append(_claims(view.recheck.claims, record))
    if view.result and view.result.answer:
        parts.append(el("h3", "The agent's answer"))
        parts.append(text_block(view.result.answer, record))
    for attempt in view.result.attempts if view.result else ():
        said = text_block(
            f"{attempt.error.type}: {attempt.error.message}\n{attempt.error.hint}".rstrip(), record
        )
        parts.append(folded(f"Try {attempt.number} failed", said, note=f"after {seconds(attempt.seconds)}"))
    return el("section", *parts, class_="card verdict", id="verdict")


def _claims(claims: tuple[ClaimRecord, ...], record: str) -> Html:
    items = (
        el(
            "li",
            el("p", el("span", "holds" if claim.holds else "fails", class_="mark"), " ", claim.text),
            text_block(claim.found, record, "found") if claim.found else None,
            class_="holds" if claim.holds else "fails",
        )
        for claim in claims
    )
    return el("ul", *items, class_="claims")


def facts(view: EpisodeView, record: str) -> Html:
    """The episode's numbers."""
    listed = (part for name, value in _rows(view, record) for part in (el("dt", name), el("dd", value)))
    return el("section", el("h2", "Episode"), el("dl", *listed, class_="facts"), class_="card", id="facts")


def _rows(view: EpisodeView, record: str) -> Iterator[Row]:
    result, trajectory, options = view.result, view.trajectory, view.info.options
    yield "Steps", f"{result.steps if result else len(trajectory.steps)} of at most {options.steps}"
    yield "Time", seconds(view.seconds)
    if trajectory.began:
        yield "Began", moment(trajectory.began)
    yield "Agent", ":".join(filter(None, (options.agent, options.variant)))
    served = {turn.decision.model for turn in trajectory.turns if turn.decision} - {""}
    if models := result.models if result else tuple(sorted(served)):
        yield "Model", ", ".join(models)
    yield "Actions", f"{options.actions}, tool filter {options.tool_filter}"
    if guest := (result.guest if result else "") or trajectory.guest:
        yield "Guest", f"{guest}, snapshot {trajectory.snapshot}" if trajectory.snapshot else guest
    if trajectory.seed is not None:
        yield "Seed", str(trajectory.seed)
    if result:
        yield from _of_result(result)
    yield "Record", link(record, "events.jsonl")


def _of_result(result: EpisodeResult) -> Iterator[Row]:
    did = (counted(result.tool_calls, "tool call"), counted(result.gui_actions, "GUI action"))
    yield "Executed", ", ".join(did)
    if result.timings:
        spent = (f"{name.replace('_', ' ')} {seconds(value)}" for name, value in result.timings.items())
        yield "Timings", ", ".join(spent)
    if result.calls:
        cost = "cost unknown" if result.cost is None else f"${result.cost:.4f}"
        tokens = f"{result.input_tokens:,} tokens in, {result.output_tokens:,} out"
        yield "Model took", ", ".join((counted(result.calls, "request"), tokens, cost))
    if result.leniencies:
        yield "Leniencies", ", ".join(f"{code} {times}" for code, times in result.leniencies.items())
    if result.differences:
        yield "Replay", f"{counted(result.differences, 'request')} not as recorded"
