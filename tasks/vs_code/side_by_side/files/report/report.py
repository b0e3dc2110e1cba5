"""Sum the hours of a week."""


def hours(entries: list[tuple[str, float]]) -> dict[str, float]:
    """Hours by project, of pairs of project and hours."""
    total: dict[str, float] = {}
    for project, spent in entries:
        total[project] = total.get(project, 0.0) + spent
    return total


def overtime(total: dict[str, float], contract: float = 38.5) -> float:
    return max(0.0, sum(total.values()) - contract)
