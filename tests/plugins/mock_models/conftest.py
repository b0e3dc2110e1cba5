from __future__ import annotations

from tests.controller.conftest import make_task as make_task
from tests.controller.conftest import retries_at_once as retries_at_once
from tests.controller.conftest import task_folder as task_folder
from tests.controller.conftest import tasks as tasks
from tests.controller.conftest import tasks_root as tasks_root
from tests.controller.conftest import variant_task as variant_task
