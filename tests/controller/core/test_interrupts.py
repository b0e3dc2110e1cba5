"""An interrupt among the exceptions of a group of tasks ends a command as one by itself."""

from __future__ import annotations

import pytest

from controller.core.interrupts import interrupts_alone


def test_an_interrupt_leaves_its_group_and_other_exceptions_stay_in_theirs() -> None:
    inner = BaseExceptionGroup("tasks", [ValueError("x"), KeyboardInterrupt()])
    with pytest.raises(KeyboardInterrupt), interrupts_alone():
        raise BaseExceptionGroup("a server", [inner])
    with pytest.raises(ExceptionGroup), interrupts_alone():
        raise ExceptionGroup("tasks", [ValueError("x")])
