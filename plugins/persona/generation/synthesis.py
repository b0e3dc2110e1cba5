"""Makes tasks of a life: draws chains, writes their folders, and keeps what is proven in memory."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from plugins.persona.categories import Category
from plugins.persona.generation.chains import Chain
from plugins.persona.generation.desk import Desk
from plugins.persona.generation.drawing import Drawer
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.mix import Mix
from plugins.persona.generation.trials import faults
from plugins.persona.generation.writing import instruction, write_task

TRIES = 60
"""Chains that are tried for each task that is wanted."""
MISLEADING = ("calendar", "messenger", "notes", "mail")
"""Servers of which one more is offered than a task needs."""


@dataclass
class Made:
    """What a synthesis has made.

    Attributes:
        tasks: The folders of the tasks, with their chains.
        dropped: Chains that were dropped, by the kind of reason.
    """

    tasks: list[tuple[Path, Chain]] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)


class Synthesis:
    """Makes tasks of one life."""

    def __init__(
        self,
        number: int,
        seed: int,
        folder: Path,
        *,
        known: Collection[tuple[str, ...]] = (),
        only: Category | None = None,
        like: tuple[str, ...] = (),
    ) -> None:
        """Prepare.

        Args:
            number: The life's number.
            seed: What chance depends on, beside the life.
            folder: Where the folders of tasks are made.
            known: Signatures of chains of which no other is made.
            only: The category of all tasks; None for all in the shares of MCP-Persona.
            like: The signature that all chains shall have; () for others than the known ones.
        """
        self._lived = Lived(number)
        self._random = Random(f"{number}/{seed}")
        self._drawer = Drawer(self._lived, self._random)
        self._mix = Mix(self._random, only)
        self._folder = folder
        self._known = set(known)
        self._like = like
        self._told: set[str] = set()

    def make(self, count: int, report: Callable[[str, str], None]) -> Made:
        """Make so many tasks, or as many as can be found; `report` is told of each its name and instruction."""
        made = Made()
        with tempfile.TemporaryDirectory(prefix="persona-") as place:
            desk = Desk(self._lived, Path(place))
            for _ in range(count * TRIES):
                if len(made.tasks) == count:
                    break
                category, checkpoints = self._mix.wanted()
                chain = (
                    self._drawer.like(self._like) if self._like else self._drawer.draw(category, checkpoints)
                )
                reason = self._reason_against(chain, category, desk, Path(place) / "draft")
                if chain is None or reason:
                    made.dropped[reason] += 1
                    self._mix.failed(category)
                    continue
                self._mix.made(category, checkpoints)
                made.tasks.append((self._keep(chain, Path(place) / "draft"), chain))
                report(made.tasks[-1][0].name, instruction(chain))
        return made

    def _reason_against(self, chain: Chain | None, category: Category, desk: Desk, draft: Path) -> str:
        """Return why a chain makes no task; "" if it does, whose folder is then `draft`."""
        if chain is None:
            return "no operations fit"
        if instruction(chain) in self._told:
            return "like another one"
        if not self._like and chain.category != category:
            return "of another category"
        if not self._like and chain.signature in self._known:
            return "like another one"
        return self._prove(chain, desk, draft)

    def _keep(self, chain: Chain, draft: Path) -> Path:
        self._known.add(chain.signature)
        self._told.add(instruction(chain))
        target = self._folder / self._name(chain)
        shutil.move(draft, target)
        return target

    def _prove(self, chain: Chain, desk: Desk, draft: Path) -> str:
        """Write the task, and return the kind of its first fault; "" if it has none."""
        shutil.rmtree(draft, ignore_errors=True)
        write_task(draft, chain, distractors=[self._random.choice(MISLEADING)])
        fault = next(faults(draft, chain, desk), "")
        kind, _, _ = fault.partition(":")
        return f"not proven: {kind}" if fault else ""

    def _name(self, chain: Chain) -> str:
        """A name that is free, of the fact that is used most and the first operation."""
        used = Counter(fact.unit for item in chain.operations for fact in item.takes.values() if fact.calls)
        stem = f"{used.most_common(1)[0][0]}_{chain.operations[0].unit}"
        name, number = stem, 1
        while (self._folder / name).exists():
            number += 1
            name = f"{stem}_{number}"
        return name
