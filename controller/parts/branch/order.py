"""The order in which episodes and their branches are played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence


def branches_after_trunks(episodes: Sequence[tuple[str, int]], guests: int) -> list[tuple[str, int]]:
    """Return episodes, as task id and epoch, with the later epochs of each task soon after its first one.

    There are as many first ones ahead as keep so many guests busy while a later epoch waits for its first one; no more,
    since the states of each are kept meanwhile.
    """
    later: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for episode in episodes:
        if episode[1] > 1:
            later[episode[0]].append(episode)
    first = [task for task, epoch in episodes if epoch == 1]
    done = [task for task in later if task not in set(first)]
    order = [episode for task in done for episode in later[task]]
    for position in range(len(first) + guests - 1):
        if position < len(first):
            order.append((first[position], 1))
        if position >= guests - 1:
            order += later[first[position - guests + 1]]
    return order
