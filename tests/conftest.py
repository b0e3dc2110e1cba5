"""What all tests share: what they need is made ready, failures stay short, hypothesis has time."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

pytest_plugins = [
    "tests.failure_reports",
    "tests.gate.results",
    "tests.gate.sample",
    "tests.needs",
    "tests.scheduling",
]

# On a busy machine an example may take any time; hypothesis' own limits would fail the test for it.
settings.register_profile("testbed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("testbed")

# Hints name commands as the user called testbed; the tests' expectations say `testbed`.
os.environ["TESTBED_CALLED_AS"] = "testbed"

# A shell starts background jobs with SIGINT ignored, and what the tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
