"""A profile: what one distribution needs to become a guest, one TOML file each under `profiles/`.

The packages of applications are in their own declarations. A profile that extends another one is its image with one
layer more: packages, and the files of its folder under `extensions/`, of which `step.sh` makes the layer.
"""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from testbed.errors import ImageError, UsageError
from vm_images.application import Application, Section, VendorArchive, applications_of

PROFILES = Path(__file__).parent / "profiles"
EXTENSIONS = Path(__file__).parent / "extensions"
Progress = Callable[[str], None]


class Packages(Section):
    """Package names by purpose; `build` ones are installed only while the image is made."""

    system: tuple[str, ...]
    display: tuple[str, ...]
    desktop: tuple[str, ...]
    sound: tuple[str, ...]
    python: tuple[str, ...]
    fonts: tuple[str, ...]
    machine: tuple[str, ...]
    build: tuple[str, ...]

    @property
    def installed(self) -> tuple[str, ...]:
        """The packages that stay in the image, sorted."""
        groups = (
            self.system,
            self.display,
            self.desktop,
            self.sound,
            self.python,
            self.fonts,
            self.machine,
        )
        return tuple(sorted(name for group in groups for name in group))


class Desktop(Section):
    """What is switched off or hidden in the desktop."""

    masked_units: tuple[str, ...]
    masked_user_units: tuple[str, ...]
    hidden_autostart: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """What `steps/guest.sh` finds in its environment."""
        return {
            "MASKED_UNITS": " ".join(self.masked_units),
            "MASKED_USER_UNITS": " ".join(self.masked_user_units),
            "HIDDEN_AUTOSTART": " ".join(self.hidden_autostart),
        }


class Extension(Section):
    """What a profile adds to the one that it extends: `packages`, and the folder of its layer's step."""

    name: str
    extends: str
    packages: tuple[str, ...]

    @property
    def folder(self) -> Path:
        return EXTENSIONS / self.name

    def environment(self) -> dict[str, str]:
        """What its `step.sh` finds in its environment beside the host's proxy settings."""
        return {"PACKAGES": " ".join(self.packages)}


class Profile(Section):
    """One distribution. `python` is its Python version ("3.11"), `disk_gb` the free space a build needs."""

    name: str
    distribution: str
    suite: str
    components: tuple[str, ...]
    python: str
    disk_gb: int
    packages: Packages
    desktop: Desktop
    applications: tuple[Application, ...] = ()
    extension: Extension | None = None

    @property
    def installed(self) -> tuple[str, ...]:
        """All packages that stay in the image, those of applications included, sorted."""
        of_applications = {name for app in self.applications for name in app.packages[self.distribution]}
        return tuple(sorted({*self.packages.installed, *of_applications}))

    @property
    def vendor(self) -> tuple[VendorArchive, ...]:
        """The archives of applications' makers."""
        return tuple(
            app.vendor[self.distribution] for app in self.applications if self.distribution in app.vendor
        )


def profile_names() -> list[str]:
    """The names of all profiles, sorted."""
    return sorted(path.stem for path in PROFILES.glob("*.toml"))


def distributions() -> list[Profile]:
    """The profiles that extend no other one, by name: what a host gets when nobody names a profile."""
    profiles = [load_profile(name) for name in profile_names()]
    return [profile for profile in profiles if profile.extension is None]


def load_profile(name: str) -> Profile:
    """Read a profile by name. Raises UsageError (no such profile), ImageError (its file is malformed)."""
    path = PROFILES / f"{name}.toml"
    if name not in profile_names():
        raise UsageError(
            f"there is no image profile {name!r}", hint="profiles: " + ", ".join(profile_names())
        )
    try:
        content = {"name": name, **tomllib.loads(path.read_text())}
        if "extends" in content:
            extension = Extension.model_validate(content)
            return load_profile(extension.extends).model_copy(update={"name": name, "extension": extension})
        profile = Profile.model_validate(content)
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise ImageError(f"{path} is malformed: {error}") from error
    return profile.model_copy(update={"applications": applications_of(profile.distribution)})


def choose_profile() -> tuple[Profile, str]:
    """The profile whose distribution this host's apt can reach, and the reason in words.

    The host's own apt sources decide; when they name no profile's suite, a trial run of mmdebstrap does.
    Raises ImageError when no profile can be reached.
    """
    profiles = distributions()
    suites = _suites_of_apt()
    for profile in profiles:
        if profile.suite in suites:
            return profile, f"this machine's apt sources offer {profile.distribution} {profile.suite}"
    problems = []
    for profile in profiles:
        problem = _try_suite(profile)
        if problem is None:
            return profile, f"mmdebstrap reaches a mirror of {profile.distribution} {profile.suite} from here"
        problems.append(f"{profile.name}: {problem}")
    raise ImageError(
        "no distribution with a profile can be reached from here (" + "; ".join(problems) + ")",
        hint="check the network, apt's proxy settings and the archive keyrings "
        "(packages debian-archive-keyring, ubuntu-keyring)",
    )


def _suites_of_apt() -> set[str]:
    command = ["apt-get", "indextargets", "--format", "$(RELEASE)"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except FileNotFoundError:
        return set()
    return set(done.stdout.split())


def _try_suite(profile: Profile) -> str | None:
    """Why mmdebstrap cannot reach a suite, in one line; None when it can."""
    command = ["mmdebstrap", "--simulate", "--mode=root", "--variant=essential", profile.suite, "/dev/null"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    except FileNotFoundError:
        return "mmdebstrap is not installed"
    except subprocess.TimeoutExpired:
        return "no answer within 180 seconds"
    lines = [line for line in done.stderr.splitlines() if line.startswith(("E:", "Err:"))]
    return None if done.returncode == 0 else (lines[-1] if lines else f"exit code {done.returncode}")
