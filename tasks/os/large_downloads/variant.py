from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from random import Random

NAMES = (
    "holiday.zip", "manual-oven.pdf", "lecture 3.mp3", "backup-phone.tar", "map.png", "interview.wav", "fonts.zip",
    "brochure.pdf", "concert.ogg", "plan ground floor.svg", "slides-week-2.odp", "song list.txt", "driver.deb",
)  # fmt: skip
FOLDERS = ("Invoices", "Recipes", "Wallpapers", "Courses")


@dataclass(frozen=True)
class Download:
    """A file by its path in the folder."""

    path: str
    size: int

    @property
    def content(self) -> bytes:
        line = f"{self.path}\n".encode()
        return (line * (self.size // len(line) + 1))[: self.size]


@dataclass(frozen=True)
class Facts:
    limit: int
    folder: str
    downloads: tuple[Download, ...]

    @property
    def large(self) -> list[Download]:
        return [item for item in self.listed if item.size > self.limit]

    @property
    def listed(self) -> list[Download]:
        """Those that are in no folder."""
        return [item for item in self.downloads if "/" not in item.path]


def facts(rng: Random) -> Facts:
    limit, folder = rng.randrange(20_000, 90_000, 5_000), rng.choice(FOLDERS)
    first, second, *names = rng.sample(NAMES, rng.randint(8, 10))
    sizes = [limit, limit + 1, *(rng.randint(limit // 3, limit - 600) for _ in names[::2])]
    sizes += [rng.randint(limit + 600, 3 * limit) for _ in names[1::2]]
    listed = [Download(name, size) for name, size in zip((first, second, *names), sizes, strict=True)]
    inside = Download(f"{folder}/{rng.choice(NAMES)}", 2 * limit)
    return Facts(limit, folder, tuple(sorted([*listed, inside], key=lambda item: item.path)))


def files(facts: Facts, folder: Path) -> None:
    for item in facts.downloads:
        path = folder / "downloads" / PurePosixPath(item.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(item.content)
