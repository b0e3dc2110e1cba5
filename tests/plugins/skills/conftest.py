from __future__ import annotations

from tests.controller.conftest import make_task as make_task
from tests.controller.conftest import task_folder as task_folder
