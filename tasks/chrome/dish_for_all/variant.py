"""A canteen's menu with letters for what is in its dishes, and guests who do not eat some of it."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
DISHES = (
    "Barley risotto", "Carrot soup", "Dumplings", "Egg curry", "Farmer's omelette", "Green stew", "Herb noodles",
    "Irish hotpot", "Jacket potatoes", "Kale pie", "Lentil bake", "Mushroom ragout", "Nut roast", "Onion tart",
    "Pumpkin goulash", "Quinoa salad", "Rice balls", "Spinach gnocchi", "Tomato bulgur", "Vegetable strudel",
)  # fmt: skip
CONTENTS = ("wheat", "milk", "egg", "nuts", "celery", "soya", "mustard", "fish")
LETTERS = "ABCDEFGH"
NAMES = ("Ms Amari", "Mr Boateng", "Ms Costa", "Mr Dietrich", "Ms Eide", "Mr Frey")


@dataclass(frozen=True)
class Dish:
    name: str
    contents: tuple[str, ...]


@dataclass(frozen=True)
class Guest:
    name: str
    avoids: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    weekday: int
    guests: tuple[Guest, ...]
    menu: tuple[tuple[Dish, ...], ...]
    """The dishes of each of DAYS."""
    letters: tuple[str, ...]
    """What LETTERS stand for, in their order."""

    @property
    def day(self) -> str:
        return DAYS[self.weekday]

    @property
    def dishes(self) -> tuple[Dish, ...]:
        return self.menu[self.weekday]

    @property
    def dish(self) -> Dish:
        return next(dish for dish in self.dishes if not set(dish.contents) & self._avoided)

    @property
    def unsuited(self) -> list[Dish]:
        """Those of the day that one guest cannot eat."""
        return [dish for dish in self.dishes if set(dish.contents) & self._avoided]

    @property
    def of_another_day(self) -> Dish:
        """One that all can eat, but on another day."""
        others = [dish for number, day in enumerate(self.menu) if number != self.weekday for dish in day]
        return next(dish for dish in others if not set(dish.contents) & self._avoided)

    @property
    def _avoided(self) -> set[str]:
        return {content for guest in self.guests for content in guest.avoids}


def facts(rng: Random) -> Facts:
    contents = rng.sample(CONTENTS, len(CONTENTS))
    avoided, fine = contents[:4], contents[4:]
    avoids = [(avoided[0],), (avoided[1], avoided[2]), (avoided[3],)]
    guests = tuple(Guest(*each) for each in zip(rng.sample(NAMES, 3), avoids, strict=True))
    names = iter(rng.sample(DISHES, len(DISHES)))
    menu = []
    for _ in DAYS:
        dishes = [tuple(rng.sample(fine, rng.randint(1, 3)))]
        for of_guest in avoids:
            inside = [rng.choice(of_guest), *rng.sample(fine, rng.randint(0, 2))]
            dishes.append(tuple(rng.sample(inside, len(inside))))
        rng.shuffle(dishes)
        menu.append(tuple(Dish(next(names), each) for each in dishes))
    return Facts(rng.randrange(len(DAYS)), guests, tuple(menu), tuple(rng.sample(CONTENTS, len(CONTENTS))))


def frame(title: str, content: str) -> str:
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body {{ font: 14px/1.3 sans-serif; margin: .5em 4em }} td {{ padding-right: 2em }}
h1 {{ font-size: 18px; margin: .3em 0 }} h2 {{ font-size: 15px; margin: .4em 0 0 }} p {{ margin: .3em 0 }}</style>
</head><body>
<h1>{title}</h1>
{content}
</body></html>
"""


def files(facts: Facts, folder: Path) -> None:
    lines = "\n".join(
        f"<p>{guest.name} eats nothing with {' or '.join(guest.avoids)}.</p>" for guest in facts.guests
    )
    (folder / "guests.html").write_text(frame("Our guests", lines))
    letter = dict(zip(facts.letters, LETTERS, strict=True))
    days = []
    for day, dishes in zip(DAYS, facts.menu, strict=True):
        rows = "\n".join(
            f"<tr><td>{dish.name}</td><td>{', '.join(sorted(letter[each] for each in dish.contents))}</td></tr>"
            for dish in dishes
        )
        days.append(f"<h2>{day}</h2>\n<table>\n{rows}\n</table>")
    legend = ", ".join(f"{letter} {content}" for letter, content in zip(LETTERS, facts.letters, strict=True))
    (folder / "menu.html").write_text(frame("Menu of the week", "\n".join([*days, f"<p>{legend}</p>"])))
