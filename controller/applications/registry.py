"""The applications that the image recipe declares, one TOML file each in `vm_images/applications`."""

from __future__ import annotations

from vm_images.application import Application, load_applications

SYSTEM = "os"
"""Application id for tasks and tools on the OS itself."""
SYSTEM_TITLE = "Operating system, files, git"
APPLICATIONS: dict[str, Application] = load_applications()
"""All applications by id, sorted."""
SNAPSHOTS: tuple[str, ...] = tuple(app.id for app in APPLICATIONS.values() if app.snapshot)
"""The applications that a snapshot can have open and idle."""
ACCESSIBLE_FROM_START: frozenset[str] = frozenset(
    app.id for app in APPLICATIONS.values() if app.accessibility_at_start
)
"""The applications that report to accessibility only if it was enabled when they started."""
TITLES: dict[str, str] = {**{app.id: app.title for app in APPLICATIONS.values()}, SYSTEM: SYSTEM_TITLE}
"""What users call the applications and the system, by id."""
