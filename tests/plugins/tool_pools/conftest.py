from __future__ import annotations

from tests.controller.conftest import cancel as cancel
from tests.controller.conftest import fake_guest as fake_guest
