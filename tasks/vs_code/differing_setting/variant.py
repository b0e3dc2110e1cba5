from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

SECTIONS = {
    "wind": ("average_over", "gust_limit", "height", "offset", "poll_every"),
    "rain": ("bucket", "dry_after", "heater_below", "snow_factor", "tip_debounce"),
    "air": ("fan_on_above", "pressure_offset", "samples", "smoothing", "warm_up"),
    "soil": ("depth_1", "depth_2", "depth_3", "settle", "supply"),
    "radio": ("burst", "channel", "power", "retries", "sleep_after"),
    "store": ("flush_every", "keep_days", "minimum_free", "rotate_at", "spool"),
}
PLACES = ("roof", "tower", "hill", "pier", "dam", "church")
OLD_CHANGES = 6


@dataclass(frozen=True)
class Setting:
    section: str
    name: str
    value: int
    other: int
    """Its value in the other station's file."""
    old: int


@dataclass(frozen=True)
class Facts:
    place: str
    other: str
    settings: tuple[Setting, ...]

    @property
    def name(self) -> str:
        return self.place

    @property
    def different(self) -> Setting:
        return next(each for each in self.settings if each.value != each.other)


def facts(rng: Random) -> Facts:
    place, other = rng.sample(PLACES, 2)
    names = [(section, name) for section, names in SECTIONS.items() for name in names]
    wrong, *old = rng.sample(range(len(names)), OLD_CHANGES + 1)
    settings = []
    for number, (section, name) in enumerate(names):
        value, unlike, older = rng.sample(range(3, 400), 3)
        settings.append(
            Setting(
                section,
                name,
                value,
                unlike if number == wrong else value,
                older if number in old or number == wrong else value,
            )
        )
    return Facts(place, other, tuple(settings))


def text(title: str, settings: tuple[Setting, ...], values: Mapping[str, int]) -> str:
    lines = [f"# The station on the {title}", f"title = {title}"]
    for section in SECTIONS:
        lines += ["", f"[{section}]"]
        lines += [f"{each.name} = {values[each.name]}" for each in settings if each.section == section]
    return "\n".join([*lines, ""])


def contents(facts: Facts) -> dict[str, bytes]:
    """The files, by name."""
    settings = facts.settings
    texts = {
        f"station-{facts.place}.ini": text(
            facts.place, settings, {each.name: each.value for each in settings}
        ),
        f"station-{facts.other}.ini": text(
            facts.other, settings, {each.name: each.other for each in settings}
        ),
        "station-old.ini": text("meadow", settings, {each.name: each.old for each in settings}),
    }
    return {name: content.encode() for name, content in texts.items()}


def files(facts: Facts, folder: Path) -> None:
    (folder / "stations").mkdir()
    for name, content in contents(facts).items():
        (folder / "stations" / name).write_bytes(content)
