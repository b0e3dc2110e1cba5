"""Drawing from hypothesis's strategies without its search for smaller examples: from a seed, until it is enough."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import FlakyStrategyDefinition


class Enough(BaseException):
    """Ends the drawing at once: hypothesis runs what raises an Exception again."""


def draw(play: Callable[[st.DataObject], None], *, number: int, examples: int) -> None:
    """Call `play` with data from the seed `number`, until it raises Enough; at most so many times."""

    @seed(number)
    @settings(
        max_examples=examples,
        phases=(Phase.generate,),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        report_multiple_bugs=False,
    )
    @given(st.data())
    def drawn(data: st.DataObject) -> None:
        play(data)

    with suppress(Enough, FlakyStrategyDefinition):  # what is drawn depends on the state that was read
        drawn()
