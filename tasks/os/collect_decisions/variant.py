from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

MEMBERS = ("Ana", "Boris", "Chiara", "Dylan", "Emeka", "Farida", "Goran", "Hanna", "Ines", "Jonas")
DECISIONS = (
    "We buy a second tent for {} euros.", "The fee for guests rises to {} euros.", "{} euros go to the youth group.",
    "The summer fair gets a budget of {} euros.", "We rent the hall for {} euros a day.", "We order {} chairs.",
    "The newsletter is printed {} times.", "The trip takes at most {} people.", "The choir gets {} euros for scores.",
    "We paint the hall, for at most {} euros.", "The website moves; that may cost {} euros.",
    "We lend the projector for {} euros a day.",
)  # fmt: skip
REPORTS = (
    "The treasurer reports {} euros in the account.",
    "Proposal: a raffle with {} tickets. To be talked about again.",
    "No decision: the colour of the flag, after {} minutes.",
    "Decision postponed: the new stove for {} euros.",
    "{} members have not paid yet.",
)


@dataclass(frozen=True)
class Meeting:
    day: date
    present: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def file(self) -> str:
        return f"{self.day}.txt"

    @property
    def decisions(self) -> list[str]:
        return [line.removeprefix("Decision: ") for line in self.lines if line.startswith("Decision: ")]

    @property
    def minutes(self) -> str:
        head = f"Minutes of the committee, {self.day.day} {self.day:%B %Y}\n\nPresent: {', '.join(self.present)}\n\n"
        return head + "\n".join(self.lines) + "\n"


@dataclass(frozen=True)
class Facts:
    """The last meeting has a draft only."""

    meetings: tuple[Meeting, ...]

    @property
    def approved(self) -> tuple[Meeting, ...]:
        return self.meetings[:-1]

    @property
    def example(self) -> str:
        """A decision that is in no minutes."""
        return f"{self.meetings[0].day - timedelta(days=28)}: We plant a tree."

    @property
    def wanted(self) -> list[str]:
        return collected(self.approved)


def collected(meetings: tuple[Meeting, ...]) -> list[str]:
    return [f"{meeting.day}: {decision}" for meeting in meetings for decision in meeting.decisions]


def facts(rng: Random) -> Facts:
    first = date(2025, 1, 6) + timedelta(days=rng.randint(0, 300))
    days = [first + timedelta(days=28 * number + rng.randint(-4, 4)) for number in range(rng.randint(6, 8))]
    decisions = rng.sample(DECISIONS, len(DECISIONS))
    more = {day: rng.randint(0, 1) for day in days[:4]}
    return Facts(
        tuple(_meeting(rng, day, [decisions.pop() for _ in range(1 + more.get(day, 0))]) for day in days)
    )


def _meeting(rng: Random, day: date, decisions: list[str]) -> Meeting:
    lines = [f"Decision: {decision.format(rng.randint(12, 980))}" for decision in decisions]
    lines += [report.format(rng.randint(12, 980)) for report in rng.sample(REPORTS, 3)]
    rng.shuffle(lines)
    return Meeting(day, tuple(sorted(rng.sample(MEMBERS, rng.randint(4, 7)))), tuple(lines))


def files(facts: Facts, folder: Path) -> None:
    minutes = folder / "minutes"
    (minutes / "drafts").mkdir(parents=True)
    for meeting in facts.approved:
        (minutes / meeting.file).write_text(meeting.minutes)
    draft = facts.meetings[-1]
    (minutes / "drafts" / draft.file).write_text(draft.minutes)
