"""Actions that need approval: the open question of a running run, and what was decided before a step."""

from __future__ import annotations

from controller.records.approval_files import OpenQuestion
from controller.records.trajectory import Approval
from controller.results.viewer.html import Html, el, line
from controller.results.viewer.words import moment, seconds

_LONGEST = 300


def question_part(question: OpenQuestion, target: str, about: str | Html) -> Html:
    """The open question with its two buttons.

    Args:
        question: The question.
        target: The address that takes the answer.
        about: Names the episode.
    """
    until = moment(question.asked + question.seconds)
    return el(
        "form",
        el("p", el("b", f"Step {question.step} needs approval"), ": ", about),
        el("ul", *(el("li", el("code", line(action, _LONGEST))) for action in question.actions)),
        *(el("p", f"Reason: {reason}") for reason in question.reasons),
        el("p", f"Without a decision until {until} it is denied.", class_="muted"),
        el("input", type="hidden", name="question", value=question.id),
        el("button", "Approve", type="submit", name="approved", value="yes"),
        " ",
        el("button", "Deny", type="submit", name="approved", value="no"),
        action=target,
        method="post",
        class_="warning",
        id="question",
    )


def approval_mark(approval: Approval) -> Html:
    """What was decided, as a badge."""
    if approval.approved:
        return el("span", f"approved ({approval.by})", class_="badge idle")
    return el("span", f"denied ({approval.by})", class_="badge warn")


def approval_text(approval: Approval) -> Html:
    """What was asked, what was decided, by whom and how long it took."""
    decided = "Approved" if approval.approved else "Denied"
    who = f"{approval.by}, {approval.user}" if approval.user else approval.by
    after = f" after {seconds(approval.seconds)}" if approval.by != "policy" else ""
    reasons = "; ".join(approval.reasons)
    return el("p", el("b", f"{decided} ({who}){after}"), f": {reasons}", class_="approval")
