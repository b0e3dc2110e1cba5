"""The people of a life: the main person, household, family, friends, colleagues and all others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random

from mcp_tools.personal.life.book import TODAY
from mcp_tools.personal.life.country import town_code, towns
from mcp_tools.personal.life.employers import EMPLOYERS, Employer
from mcp_tools.personal.life.grammar import STYLES
from mcp_tools.personal.life.names import DOCTORS, FIRST, LAST, MAIL_DOMAINS, ROADS, TEACHERS, TRADES
from mcp_tools.personal.life.seeded import draw

ADULT = (24, 68)


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person of a life. `role` is their work; `other_address` a second mail address, which cards alone have."""

    number: int
    first: str
    last: str
    relation: str
    style: str
    birthday: date
    address: str = ""
    phone: str = ""
    account: str = ""
    member: str = ""
    handle: str = ""
    organisation: str = ""
    role: str = ""
    home: str = ""
    other_address: str = ""

    @property
    def name(self) -> str:
        """First name and surname."""
        return f"{self.first} {self.last}"

    @property
    def id(self) -> str:
        """The id of their record."""
        return f"person-{self.number}"


@dataclass(frozen=True, slots=True)
class Cast:
    """Who there is in a life.

    Attributes:
        town: Where the main person lives.
        home: The main person's postal address.
        firm: The name of the main person's employer.
        domain: The domain of its mail addresses.
        employer: What kind of employer it is.
        people: All of them; the first is the main person, the second of the household, then two colleagues.
    """

    town: str
    home: str
    firm: str
    domain: str
    employer: Employer
    people: tuple[Somebody, ...]
    groups: dict[str, tuple[Somebody, ...]]

    @property
    def main(self) -> Somebody:
        """The main person."""
        return self.people[0]

    @property
    def partner(self) -> Somebody:
        """The adult with whom the main person lives."""
        return self.people[1]

    @property
    def boss(self) -> Somebody:
        """The colleague who leads."""
        return self.people[2]

    @property
    def mate(self) -> Somebody:
        """The colleague with whom the main person works most."""
        return self.people[3]

    @property
    def owners(self) -> tuple[Somebody, ...]:
        """Those who have mailbox and calendar."""
        return self.people[:4]

    def all_of(self, *relations: str) -> tuple[Somebody, ...]:
        """Return those of some relations."""
        return tuple(person for relation in relations for person in self.groups[relation])

    @property
    def colleagues(self) -> tuple[Somebody, ...]:
        """All colleagues, the boss and the mate among them."""
        return (self.boss, self.mate, *self.groups["colleague"])


SIZES = (
    ("child", 2, 2),
    ("colleague", 12, 15),
    ("family", 8, 10),
    ("friend", 14, 17),
    ("client", 10, 12),
    ("tradesperson", 8, 9),
    ("doctor", 5, 5),
    ("teacher", 5, 5),
    ("neighbour", 5, 7),
    ("online", 13, 16),
)
FAMILY = (
    "mother",
    "father",
    "brother",
    "sister",
    "aunt",
    "uncle",
    "cousin",
    "grandmother",
    "godmother",
    "cousin",
)


def make_cast(number: int) -> Cast:
    """Return the people of a life."""
    random = draw(number, "cast")
    town = towns()[number % len(towns())].name
    employer = EMPLOYERS[number // len(towns()) % len(EMPLOYERS)]
    first, last = random.sample(FIRST, len(FIRST)), random.sample(LAST, len(LAST))
    names = Names(random, iter(first), iter(last), town)
    firm = names.organisation(random.choice(employer.names))
    domain = _domain(firm)
    own = names.person("main", role=random.choice(employer.roles), organisation=firm)
    partner = names.person(
        "partner", last=own.last if random.random() < 0.5 else "", role="", organisation=""
    )
    boss = names.person("boss", domain=domain, organisation=firm, role="head of the team")
    mate = names.person("mate", domain=domain, organisation=firm, role=random.choice(employer.roles))
    people = [own, partner, boss, mate]
    for relation, least, most in SIZES:
        for index in range(random.randint(least, most)):
            people.append(_member(names, relation, index, own, employer, firm, domain))
    people = _with_namesakes(people)
    home = f"{random.choice(ROADS)} {random.randint(1, 98)}, {town}"
    people[0], people[1] = replace(people[0], home=home), replace(people[1], home=home)
    is_team = ("main", "boss", "mate", "colleague")
    people = [
        replace(
            item, member=f"M{random.randint(100, 189) * 10 + index % 10}" if item.relation in is_team else ""
        )
        for index, item in enumerate(people)
    ]
    people = _with_single_members(people)
    groups = {name: tuple(item for item in people if item.relation == name) for name, _, _ in SIZES}
    return Cast(town, home, firm, domain, employer, tuple(people), groups)


class Names:
    """Names and identities that are not given yet."""

    def __init__(self, random: Random, first: Iterator[str], last: Iterator[str], town: str) -> None:
        self.random, self._first, self._last, self._town = random, first, last, town
        self._given: set[str] = set()
        self._count = 0

    def organisation(self, pattern: str) -> str:
        """Return a name for an organisation."""
        while "{last}" in pattern:
            pattern = pattern.replace("{last}", next(self._last), 1)
        return pattern.replace("{town}", self._town)

    def person(
        self,
        relation: str,
        *,
        last: str = "",
        ages: tuple[int, int] = ADULT,
        domain: str = "",
        organisation: str = "",
        role: str = "",
        is_here: bool = True,
    ) -> Somebody:
        """Return a person with new names, in the main person's town or in another."""
        random = self.random
        self._count += 1
        first, last = next(self._first), last or next(self._last)
        town = self._town if is_here or random.random() < 0.5 else random.choice(towns()).name
        born = date(TODAY.year - random.randint(*ages), random.randint(1, 12), random.randint(1, 28))
        is_child = ages[1] < 18
        return Somebody(
            number=self._count,
            first=first,
            last=last,
            relation=relation,
            style=random.choice(STYLES),
            birthday=born,
            address="" if is_child else self._address(first, last, domain or random.choice(MAIL_DOMAINS)),
            phone="" if is_child else self.phone(town),
            account="" if is_child else self._once(lambda: f"u-{random.randint(10_000, 99_999)}"),
            handle="" if is_child else self._once(lambda: f"@{_handle(random, first, last)}"),
            organisation=organisation,
            role=role,
            home=f"{random.choice(ROADS)} {random.randint(1, 98)}, {town}",
        )

    def phone(self, town: str) -> str:
        """Return a telephone number in a town that nobody has."""
        random = self.random
        return self._once(
            lambda: f"{town_code(town)} {random.randint(200, 899)} {random.randint(1000, 9999)}"
        )

    def _address(self, first: str, last: str, domain: str) -> str:
        """An address by surname and initial, or by the whole name, which nobody else has."""
        short, long = (f"{given}.{last}@{domain}".lower() for given in (first[0], first))
        address = short if self.random.random() < 0.3 and short not in self._given else long
        self._given.add(address)
        return address

    def _once(self, make: Callable[[], str]) -> str:
        while (made := make()) in self._given:
            pass
        self._given.add(made)
        return made


def _member(
    names: Names, relation: str, index: int, own: Somebody, employer: Employer, firm: str, domain: str
) -> Somebody:
    random = names.random
    if relation == "child":
        return names.person(relation, last=own.last, ages=(6, 15), role="pupil")
    if relation == "colleague":
        return names.person(relation, domain=domain, organisation=firm, role=random.choice(employer.roles))
    if relation == "family":
        ages = (62, 79) if FAMILY[index] in ("mother", "father", "aunt", "uncle") else (25, 60)
        ages = (82, 93) if FAMILY[index] == "grandmother" else ages
        same = own.last if FAMILY[index] in ("mother", "father", "brother", "grandmother") else ""
        return names.person(relation, last=same, ages=ages, role=FAMILY[index], is_here=False)
    if relation == "client":
        client = names.organisation(random.choice(employer.clients))
        return names.person(relation, domain=_domain(client), organisation=client, role="client")
    if relation in ("tradesperson", "doctor"):
        role, noun = TRADES[index] if relation == "tradesperson" else (DOCTORS[index], "Surgery")
        person = names.person(relation, role=role)
        shop = f"{person.last} {noun}"
        address = f"{person.address.partition('@')[0]}@{_domain(shop)}"
        return replace(person, organisation=shop, address=address)
    if relation == "teacher":
        return names.person(
            relation, domain="weirside-school.test", organisation="Weirside School", role=TEACHERS[index]
        )
    return names.person(relation, is_here=relation == "neighbour")


def _with_namesakes(people: Sequence[Somebody]) -> list[Somebody]:
    """Let two share a first name and two a surname, and let an account read like somebody else's name."""
    by_relation: dict[str, list[Somebody]] = {}
    for person in people:
        by_relation.setdefault(person.relation, []).append(person)
    colleague, client = by_relation["colleague"][0], by_relation["client"][0]
    friend, lender, trader = (
        by_relation["friend"][0],
        by_relation["friend"][1],
        by_relation["tradesperson"][1],
    )
    other = by_relation["friend"][2]
    changed = {
        friend.number: _renamed(friend, colleague.first, friend.last),
        trader.number: _renamed(trader, trader.first, client.last),
        lender.number: replace(
            lender,
            account=f"{other.first}.{other.last}".lower(),
            other_address=f"{lender.first}.{lender.last}@{_domain(trader.organisation + ' Support')}".lower(),
        ),
    }
    return [changed.get(person.number, person) for person in people]


def _renamed(person: Somebody, first: str, last: str) -> Somebody:
    domain = person.address.partition("@")[2]
    handle = f"@{first}_{last}".lower()[:40]
    return replace(person, first=first, last=last, address=f"{first}.{last}@{domain}".lower(), handle=handle)


def _with_single_members(people: Sequence[Somebody]) -> list[Somebody]:
    seen: set[str] = set()
    single = []
    for person in people:
        member = person.member
        while member and member in seen:
            member = f"M{int(member[1:]) + 1}"
        seen.add(member)
        single.append(replace(person, member=member))
    return single


def _domain(name: str) -> str:
    return "-".join("".join(mark if mark.isalnum() else " " for mark in name.lower()).split()) + ".test"


def _handle(random: Random, first: str, last: str) -> str:
    patterns = (f"{first}_{last}", f"{first}{last[:3]}", f"{first[:2]}_{last}", f"the_{first}_{last[0]}")
    return f"{random.choice(patterns)}{random.choice(('', '', str(random.randint(2, 99))))}".lower()
