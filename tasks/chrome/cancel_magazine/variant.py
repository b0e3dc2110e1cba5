"""Subscriptions to magazines, of which some are about the same or come as often, and the form that cancels one."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

NAMES = (
    "Aster",
    "Borealis",
    "Compass Rose",
    "Dovetail",
    "Ember",
    "Fathom",
    "Gable",
    "Halyard",
    "Isobar",
    "Jetty",
)
TOPICS = ("sailing", "gardens", "old houses", "cooking", "the weather", "woodwork", "trains", "chess")
RHYTHMS = ("week", "month", "quarter")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October")
REASONS = {
    "no time to read": "I have no time to read it, that is all.",
    "too expensive": "It has become too expensive for me.",
    "moving abroad": "Say that I am moving abroad.",
    "other": "None of their business: take other.",
}


@dataclass(frozen=True)
class Magazine:
    name: str
    topic: str
    rhythm: str
    notice: int
    """How many months before its end it must be cancelled."""


@dataclass(frozen=True)
class Facts:
    magazines: tuple[Magazine, ...]
    unread: int
    """Which of them is not read any more."""
    same_topic: int
    same_rhythm: int
    month: int
    """This one, from 0 for January."""
    reason: str

    @property
    def magazine(self) -> Magazine:
        return self.magazines[self.unread]

    @property
    def topic(self) -> str:
        return self.magazine.topic

    @property
    def rhythm(self) -> str:
        return self.magazine.rhythm

    @property
    def reason_spoken(self) -> str:
        return REASONS[self.reason]

    @property
    def ends(self) -> list[str]:
        """The ends that the form offers."""
        return [MONTHS[(self.month + months) % len(MONTHS)] for months in range(6)]

    @property
    def end(self) -> str:
        return self.ends[self.magazine.notice]


def facts(rng: Random) -> Facts:
    topic, *topics = rng.sample(TOPICS, 5)
    rhythm, other, third = rng.sample(RHYTHMS, 3)
    places = [(topic, rhythm), (topic, other), (topics[0], rhythm), (topics[1], other), (topics[2], third)]
    places.append((topics[3], rng.choice(RHYTHMS)))
    notices = [rng.randint(2, 4), *(rng.randint(1, 5) for _ in places[1:])]
    names = rng.sample(NAMES, len(places))
    order = rng.sample(range(len(places)), len(places))
    magazines = tuple(Magazine(names[n], *places[n], notices[n]) for n in order)
    return Facts(
        magazines,
        order.index(0),
        order.index(1),
        order.index(2),
        rng.randrange(0, len(MONTHS) - 6),
        rng.choice([*REASONS]),
    )


def page(facts: Facts) -> str:
    rows = "\n".join(
        f"<tr><td>{m.name}</td><td>{m.topic}</td><td>every {m.rhythm}</td>"
        f"<td>{m.notice} month{'s' if m.notice > 1 else ''}</td></tr>"
        for m in facts.magazines
    )
    radios = "\n".join(
        f'<label><input type="radio" name="magazine" required value="{m.name}"> {m.name}</label>'
        for m in facts.magazines
    )
    ends = "\n".join(f"<option>{end}</option>" for end in facts.ends)
    reasons = "\n".join(f"<option>{reason}</option>" for reason in REASONS)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>My subscriptions</title>
<style>body {{ font: 14px/1.4 sans-serif; margin: .5em 4em }} td, th {{ padding-right: 2em; text-align: left }}
p {{ margin: .4em 0 }} h1 {{ font-size: 18px }}</style></head><body>
<h1>My subscriptions</h1>
<table><tr><th>Magazine</th><th>About</th><th>Comes</th><th>Notice</th></tr>
{rows}
</table>
<p>A subscription ends with a month. Notice is counted in full months from the end of this one, which is
{MONTHS[facts.month]}: with a notice of 1 month it can end in {MONTHS[facts.month + 1]} at the earliest.</p>
<h1>Cancel a subscription</h1>
<form method="post" action="/cancel">
<p>{radios}</p>
<p><label>It ends in <select name="end" required><option value="">choose</option>
{ends}
</select></label></p>
<p><label>Reason <select name="reason" required><option value="">choose</option>
{reasons}
</select></label></p>
<button>Cancel the subscription</button>
</form>
</body></html>
"""


def files(facts: Facts, folder: Path) -> None:
    (folder / "site").mkdir()
    (folder / "site" / "index.html").write_text(page(facts))
    (folder / "site" / "cancel-sent.html").write_text(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Cancelled</title></head>'
        "<body><h1>Cancelled</h1><p>We are sorry to see you go.</p></body></html>\n"
    )
