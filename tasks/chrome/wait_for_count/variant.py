"""An election: the page while votes are counted, and its result, by rules that are on the page."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

BODIES = (
    "rowing club",
    "school board",
    "housing cooperative",
    "allotment society",
    "parents' council",
    "choir",
)
OFFICES = ("treasurer", "secretary", "chair", "auditor", "archivist")
FIRST = ("Ada", "Bela", "Cleo", "Dina", "Emil", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kiri", "Lars")
LAST = (
    "Amsel",
    "Brook",
    "Castell",
    "Dorn",
    "Ekberg",
    "Falk",
    "Grabow",
    "Holm",
    "Ibarra",
    "Juhl",
    "Kern",
    "Lund",
)
PLACES = ("at the desk", "by post", "online")


@dataclass(frozen=True)
class Candidate:
    name: str
    votes: tuple[int, int, int]
    """By PLACES."""
    stands: bool

    @property
    def total(self) -> int:
        return sum(self.votes)


@dataclass(frozen=True)
class Facts:
    body: str
    office: str
    candidates: tuple[Candidate, ...]

    @property
    def elected(self) -> Candidate:
        return max((each for each in self.candidates if each.stands), key=lambda each: each.total)

    @property
    def withdrawn(self) -> Candidate:
        return next(each for each in self.candidates if not each.stands)

    @property
    def first_early(self) -> Candidate:
        """Who leads before votes by post and online are counted."""
        return max(self.candidates, key=lambda each: (each.votes[0], each.stands))


def facts(rng: Random) -> Facts:
    names = [f"{first} {last}" for first, last in zip(rng.sample(FIRST, 4), rng.sample(LAST, 4), strict=True)]
    desk, post, online = rng.randint(60, 90), rng.randint(30, 45), rng.randint(50, 70)
    elected = Candidate(names[0], (desk, post + 20, online + 9), stands=True)
    early = Candidate(
        names[1], (desk + rng.randint(5, 15), post - 12, online - rng.randint(3, 9)), stands=True
    )
    withdrawn = Candidate(names[2], (desk - 4, post + 30, online + rng.randint(20, 30)), stands=False)
    last = Candidate(names[3], (desk - 30, post - rng.randint(1, 9), online - 20), stands=True)
    candidates = [elected, early, withdrawn, last]
    rng.shuffle(candidates)
    return Facts(rng.choice(BODIES), rng.choice(OFFICES), tuple(candidates))


def page(facts: Facts, *, counted: bool) -> str:
    title = "Result" if counted else "Still counting"
    headings = "".join(f"<th>{place}</th>" for place in PLACES[: 3 if counted else 1])
    rows = "\n".join(
        f"<tr><td>{each.name}{'' if each.stands or not counted else ' *'}</td>"
        + "".join(f"<td>{votes}</td>" for votes in each.votes[: 3 if counted else 1])
        + "</tr>"
        for each in facts.candidates
    )
    note = f"<p>* withdrew on the day of the election; {rest()}</p>" if counted else ""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}: {facts.office} of the {facts.body}</title>
<style>body {{ font: 16px/1.5 sans-serif; margin: 2em 4em }} td, th {{ padding-right: 2em; text-align: left }}</style>
</head><body>
<h1>{title}: {facts.office} of the {facts.body}</h1>
<p>{"All votes are counted." if counted else "Votes by post and online are missing. Load this page again later."}</p>
<table><tr><th>Candidate</th>{headings}</tr>
{rows}
</table>
{note}
</body></html>
"""


def rest() -> str:
    return "votes for this candidate do not count. Of the others the one with most votes is elected."


def files(facts: Facts, folder: Path) -> None:
    (folder / "counting.html").write_text(page(facts, counted=False))
    (folder / "result.html").write_text(page(facts, counted=True))
