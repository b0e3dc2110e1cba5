from dataclasses import dataclass
from random import Random

SCALES = ("0.9", "1.05", "1.1", "1.15", "1.2", "1.3")
NAMES = ("desk-now", "my-settings", "before-monday", "handover", "as-it-was")


@dataclass(frozen=True)
class Facts:
    name: str
    volume: int
    muted: bool
    scale: str
    quiet: bool

    @property
    def file(self) -> str:
        return f"{self.name}.txt"

    @property
    def mute(self) -> str:
        """As `pactl` writes it."""
        return "1" if self.muted else "0"

    @property
    def banners(self) -> str:
        """As `gsettings` writes it."""
        return "false" if self.quiet else "true"

    @property
    def lines(self) -> list[str]:
        return [
            f"volume: {self.volume}",
            f"muted: {yes(self.muted)}",
            f"text: {self.scale}",
            f"quiet: {yes(self.quiet)}",
        ]


def yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def facts(rng: Random) -> Facts:
    return Facts(
        rng.choice(NAMES), rng.randint(11, 94), rng.random() < 0.5, rng.choice(SCALES), rng.random() < 0.5
    )
