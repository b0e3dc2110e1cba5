from dataclasses import dataclass
from pathlib import Path
from random import Random

SITES = ("dunes", "fen", "north wood", "old quarry", "river mouth", "heath", "salt marsh")
SPECIES = ("bittern", "curlew", "natterjack", "nightjar", "snipe", "lapwing", "corncrake", "bush cricket")
KINDS = (("sound", ".wav"), ("sound", ".flac"), ("video", ".mkv"), ("video", ".mov"))


@dataclass(frozen=True)
class File:
    path: str
    content: bytes


@dataclass(frozen=True)
class Facts:
    kind: str
    ending: str
    fieldwork: tuple[File, ...]

    @property
    def recordings(self) -> list[File]:
        return [item for item in self.fieldwork if item.path.endswith(self.ending)]

    @property
    def example(self) -> str:
        return self.recordings[0].path


def facts(rng: Random) -> Facts:
    kind, ending = rng.choice(KINDS)
    sites = rng.sample(SITES, 3)
    paths = []
    for site in sites:
        year = rng.randint(2019, 2026)
        for species in rng.sample(SPECIES, rng.randint(2, 3)):
            name = f"{site}/{year}/{species}"
            paths += [f"{name}{ending}", f"{name}.txt"]
    paths += [f"{sites[0]}/unfinished{ending}.part", f"{sites[1]}/list of {ending[1:]} files.txt"]
    return Facts(kind, ending, tuple(File(path, rng.randbytes(rng.randint(400, 3000))) for path in paths))


def files(facts: Facts, folder: Path) -> None:
    for item in facts.fieldwork:
        path = folder / "fieldwork" / item.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(item.content)
