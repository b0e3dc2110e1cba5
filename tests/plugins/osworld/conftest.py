from __future__ import annotations

from tests.controller.conftest import cancel as cancel
from tests.controller.conftest import closed_port as closed_port
from tests.controller.conftest import fake_guest as fake_guest
from tests.controller.conftest import root as root
from tests.controller.conftest import tasks_root as tasks_root
from tests.controller.results.export.conftest import run as run
