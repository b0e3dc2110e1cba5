"""How each layer is made. A builder fills a folder and returns it with the package versions it found."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from testbed.command import command
from testbed.errors import ImageError
from vm_images.application import VendorArchive
from vm_images.folders import data_folder
from vm_images.fonts import has_fonts, kept_fonts
from vm_images.layout import EPOCH, lay_out, lay_out_applications
from vm_images.profile import Profile, Progress
from vm_images.recipe import (
    FONTS_STEP,
    GUEST_STEPS,
    LOCKED_REQUIREMENTS,
    MCP_TOOLS,
    NPM,
    ROOTFS,
    SERVERS_RECORDER,
    SERVERS_STEP,
    STEPS,
)
from vm_images.sandbox import proxy_environment, run_in_overlay, run_step
from vm_images.server_pool import INSTALL_FIELDS, INSTALLED, PoolServer, installed_servers
from vm_images.vendor_keys import check_fingerprints

_APT_PARTIAL = ("var/cache/apt/archives/partial", "var/lib/apt/lists/partial")
Versions = dict[str, dict[str, str]]
VENDOR_SECONDS = 20.0
FONTS_FOLDER = "usr/local/share/fonts"
EXTENSION_STEP = "/run/build/extension/step.sh"
KEY_LIMIT = 2**20
FETCHES = 4
"""How many servers' packages are fetched at the same time."""
CA_BUNDLE = Path("/etc/ssl/certs/ca-certificates.crt")


@dataclass(frozen=True, slots=True)
class Context:
    """What a builder is given: the layers below (lowest first), a folder to work in, a log, a place to tell."""

    profile: Profile
    below: tuple[Path, ...]
    work: Path
    log: Path
    progress: Progress


def build_base(context: Context) -> tuple[Path, Versions]:
    """The distribution and its packages, by mmdebstrap from its default mirrors with the host's settings."""
    root = context.work / "root"
    context.work.mkdir()
    command = base_command(context.profile, _vendor_hooks(context), root)
    environment = proxy_environment() | base_environment()
    run_step(command, environment=environment, log=context.log, progress=context.progress)
    root.chmod(0o755)
    for folder in _APT_PARTIAL:  # apt's own user owns them where that user can reach the folder of the build
        os.chown(root / folder, 0, 0)
    return root, {"apt": _installed_packages(root)}


def base_environment() -> dict[str, str]:
    """What the base step finds in its environment beside the host's proxy settings."""
    return {"SOURCE_DATE_EPOCH": str(EPOCH), "LC_ALL": "C.UTF-8"}


def apps_environment(profile: Profile) -> dict[str, str]:
    """What `steps/apps.sh` finds in its environment beside the host's proxy settings."""
    return {"BUILD_PACKAGES": " ".join(profile.packages.build), "SOURCE_DATE_EPOCH": str(EPOCH)}


def guest_environment(profile: Profile) -> dict[str, str]:
    """What `steps/image.sh` finds in its environment."""
    return profile.desktop.environment() | {"SOURCE_DATE_EPOCH": str(EPOCH)}


def base_command(profile: Profile, vendor_hooks: Sequence[str], root: Path) -> list[str]:
    """mmdebstrap's command line that makes a profile's base layer in the folder `root`."""
    return [
        "mmdebstrap",
        "--mode=root",
        "--variant=minbase",
        "--format=directory",
        f"--components={','.join(profile.components)}",
        '--aptopt=APT::Install-Recommends "false"',
        "--dpkgopt=path-exclude=/usr/share/man/*",
        "--dpkgopt=path-exclude=/usr/share/doc/*",
        "--dpkgopt=path-include=/usr/share/doc/*/copyright",
        f"--include={','.join(profile.installed)}",
        *(f"--customize-hook={hook}" for hook in vendor_hooks),
        f'--customize-hook=sh {STEPS / "base.sh"} "$1"',
        profile.suite,
        str(root),
    ]


def build_apps(context: Context) -> tuple[Path, Versions]:
    """/opt/testbed, made in a throw-away root that also holds compilers; only that folder is kept."""
    inputs = context.work / "inputs"
    (inputs / "out").mkdir(parents=True)
    (inputs / "host").mkdir()
    shutil.copy(LOCKED_REQUIREMENTS, inputs)
    shutil.copy(STEPS / "apps.sh", inputs)
    shutil.copytree(NPM, inputs / "npm")
    _copy_host_settings(inputs / "host")
    context.progress("fetching Python packages")
    (inputs / "wheels").mkdir()
    _fetch_wheels(context, inputs / "wheels")
    environment = proxy_environment() | apps_environment(context.profile)
    changed = run_in_overlay(
        context.below,
        context.work,
        inputs,
        "/run/build/apps.sh",
        environment=environment,
        log=context.log,
        progress=context.progress,
    )
    root = context.work / "kept"
    (root / "opt").mkdir(parents=True, mode=0o755)
    (changed / "opt/testbed").rename(root / "opt/testbed")
    return root, {"pip": _pip_versions(inputs / "out/pip.txt"), "npm": _npm_versions(inputs / "out/npm.json")}


def build_servers(context: Context) -> tuple[Path, Versions]:
    """/opt/testbed/servers: the server pool, each server in an environment of its own, with its tools recorded."""
    inputs = context.work / "inputs"
    for folder in ("out", "host", "pypi", "npm", "wheels"):
        (inputs / folder).mkdir(parents=True)
    shutil.copy(SERVERS_STEP, inputs)
    shutil.copy(SERVERS_RECORDER, inputs)
    _copy_host_settings(inputs / "host")
    servers = list(installed_servers())
    described = [server.model_dump(include=set(INSTALL_FIELDS)) for server in servers]
    (inputs / "servers.json").write_text(json.dumps(described))
    for server in servers:
        if server.ecosystem == "npm":
            shutil.copytree(server.lock, inputs / "npm" / server.id)
        else:
            shutil.copy(server.lock, inputs / "pypi")
    context.progress("fetching Python packages")

    def fetch(server: PoolServer) -> None:
        wheels = inputs / "wheels" / server.id
        wheels.mkdir()
        command = wheels_command(context.profile.python, wheels, server.lock)
        run_step(command, environment=os.environ, log=context.log, progress=context.progress)

    with ThreadPoolExecutor(FETCHES) as fetches:
        list(fetches.map(fetch, (server for server in servers if server.ecosystem == "pypi")))
    changed = run_in_overlay(
        context.below,
        context.work,
        inputs,
        f"/run/build/{SERVERS_STEP.name}",
        environment=proxy_environment() | {"SOURCE_DATE_EPOCH": str(EPOCH)},
        log=context.log,
        progress=context.progress,
    )
    root = context.work / "kept"
    (root / "opt/testbed").mkdir(parents=True, mode=0o755)
    (changed / INSTALLED).rename(root / INSTALLED)
    versions = {kind: json.loads((inputs / f"out/{kind}.json").read_text()) for kind in ("pip", "npm")}
    return root, {f"{kind} (servers)": found for kind, found in versions.items()}


def build_guest(context: Context) -> tuple[Path, Versions]:
    """Units, settings, launchers and the MCP server's code."""
    inputs, upper = context.work / "inputs", context.work / "upper"
    inputs.mkdir(parents=True)
    for step in GUEST_STEPS:
        shutil.copy(step, inputs)
    lay_out(ROOTFS, upper)
    lay_out(MCP_TOOLS, upper / "opt/testbed/mcp_tools")
    lay_out_applications(context.profile.applications, upper)
    environment = guest_environment(context.profile)
    root = run_in_overlay(
        context.below,
        context.work,
        inputs,
        "/run/build/image.sh",
        environment=environment,
        log=context.log,
        progress=context.progress,
    )
    return root, {}


def build_extension(context: Context) -> tuple[Path, Versions]:
    """The layer of a profile that extends another one: what its own step changes, with the network."""
    extension = context.profile.extension
    assert extension is not None, "only such a profile has this layer"
    inputs = context.work / "inputs"
    (inputs / "host").mkdir(parents=True)
    shutil.copytree(extension.folder, inputs / "extension")
    _copy_host_settings(inputs / "host")
    root = run_in_overlay(
        context.below,
        context.work,
        inputs,
        EXTENSION_STEP,
        environment=proxy_environment() | extension.environment() | {"SOURCE_DATE_EPOCH": str(EPOCH)},
        log=context.log,
        progress=context.progress,
    )
    return root, {"apt": _installed_packages(root)}


def build_fonts(context: Context) -> tuple[Path, Versions]:
    """The user's own fonts, and the list of all fonts that programs read."""
    inputs = context.work / "inputs"
    inputs.mkdir(parents=True)
    shutil.copy(FONTS_STEP, inputs)
    lay_out(kept_fonts(context.profile.name), context.work / "upper" / FONTS_FOLDER)
    root = run_in_overlay(
        context.below,
        context.work,
        inputs,
        f"/run/build/{FONTS_STEP.name}",
        environment={"SOURCE_DATE_EPOCH": str(EPOCH)},
        log=context.log,
        progress=context.progress,
    )
    return root, {}


Builder = Callable[[Context], tuple[Path, Versions]]
BUILDERS: dict[str, Builder] = {
    "base": build_base,
    "apps": build_apps,
    "servers": build_servers,
    "guest": build_guest,
    "extension": build_extension,
    "fonts": build_fonts,
}


def _vendor_hooks(context: Context) -> list[str]:
    """mmdebstrap hooks that add applications from their makers' archives, as far as those can be reached."""
    hooks = []
    for archive in context.profile.vendor:
        key = vendor_key(archive, context.progress)
        if key is None:
            continue
        file = context.work / f"{archive.package}.asc"
        file.write_bytes(key)
        hooks.append(vendor_hook(archive, file))
    return hooks


def vendor_key(archive: VendorArchive, progress: Progress) -> bytes | None:
    """The key of a maker's archive; None when it cannot be reached and something else serves.

    Raises ImageError when it cannot be reached and nothing else serves, or is another key than the pinned one.
    """
    try:
        with urllib.request.urlopen(archive.key_url, timeout=VENDOR_SECONDS) as response:
            key: bytes = response.read(KEY_LIMIT)
    except OSError as error:
        if not archive.fallback:
            raise ImageError(
                f"the archive of {archive.package} cannot be reached: {error}",
                hint="check the network, or build another profile: "
                + command("image build --profile debian-12"),
            ) from error
        progress(f"{archive.package} cannot be reached ({error}), instead: {archive.fallback}")
        return None
    check_fingerprints(archive.package, key, archive.fingerprints)
    progress(f"{archive.package} comes from its own archive")
    return key


def vendor_hook(archive: VendorArchive, key: Path) -> str:
    """The mmdebstrap hook that installs a package from its maker's archive."""
    words = ["sh", str(STEPS / "vendor.sh"), archive.package, archive.source, str(key)]
    return f'{shlex.join(words)} "$1"'


def _copy_host_settings(folder: Path) -> None:
    """The host's name server, certificates, npm, pip and apt settings, for steps that use the network."""
    settings = {
        "resolv.conf": Path("/etc/resolv.conf"),
        "pip.conf": Path("/etc/pip.conf"),
        "ca-certificates.crt": CA_BUNDLE,
        "npmrc": Path.home() / ".npmrc",
    }
    for name, path in settings.items():
        if path.exists():
            shutil.copy(path, folder / name)
    proxies = subprocess.run(
        ["apt-config", "dump", "--format", '%F "%v";%n', "Acquire::http", "Acquire::https"],
        capture_output=True,
        check=False,
    )
    (folder / "apt-proxy.conf").write_bytes(proxies.stdout)


def _fetch_wheels(context: Context, folder: Path) -> None:
    """Download the guest's Python packages with the host's pip and its settings, for the guest's Python."""
    command = wheels_command(context.profile.python, folder)
    run_step(command, environment=os.environ, log=context.log, progress=context.progress)


def render(profile: Profile) -> str:
    """What a build of a profile's image runs, step by step, as text to read: command lines and environments."""
    folder = Path("WORK")
    hooks = [vendor_hook(archive, folder / f"{archive.package}.asc") for archive in profile.vendor]
    apps = ["chroot", "BASE", "sh", "/run/build/apps.sh"]
    servers = ["chroot", "BASE+APPS", "sh", f"/run/build/{SERVERS_STEP.name}"]
    guest = ["chroot", "BASE+APPS+SERVERS", "sh", "/run/build/image.sh"]
    steps = [
        *(
            ("key", ["curl", "--output", str(folder / f"{a.package}.asc"), a.key_url], {})
            for a in profile.vendor
        ),
        ("base", base_command(profile, hooks, folder / "root"), base_environment()),
        ("wheels", wheels_command(profile.python, folder / "wheels"), {}),
        ("apps", apps, apps_environment(profile)),
        ("servers", servers, {}),
        ("guest", guest, guest_environment(profile)),
    ]
    if profile.extension:
        below = ["chroot", "BASE+APPS+SERVERS+GUEST", "sh", EXTENSION_STEP]
        steps.append(("extension", below, profile.extension.environment()))
    if has_fonts(profile.name):
        steps.append(("fonts", ["chroot", "BASE+...", "sh", f"/run/build/{FONTS_STEP.name}"], {}))
    lines = []
    for name, words, environment in steps:
        lines.append(f"# {name}")
        lines += [f"{key}={shlex.quote(value)} \\" for key, value in environment.items()]
        lines += [shlex.join(words), ""]
    return "\n".join(lines)


def wheels_command(python: str, folder: Path, lock: Path = LOCKED_REQUIREMENTS) -> list[str]:
    """pip's command that downloads locked Python packages for the guest's Python `python` ("3.11") into a folder."""
    platforms = [f"manylinux_2_{minor}_x86_64" for minor in range(36, 4, -1)] + ["manylinux2014_x86_64"]
    cache = data_folder() / "cache" / "wheels"
    cache.mkdir(parents=True, exist_ok=True)
    return [
        *(sys.executable, "-m", "pip", "--cache-dir", str(cache), "download", "--quiet", "--no-deps"),
        *("--only-binary=:all:", "--implementation", "cp", "--python-version", python),
        *(option for platform in platforms for option in ("--platform", platform)),
        *("--dest", str(folder), "--require-hashes", "--requirement", str(lock)),
    ]


def _installed_packages(root: Path) -> dict[str, str]:
    query = [
        "dpkg-query",
        f"--admindir={root}/var/lib/dpkg",
        "--show",
        "--showformat",
        "${Package} ${Version}\n",
    ]
    lines = subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()
    return dict(line.split(" ", 1) for line in lines)


def _pip_versions(path: Path) -> dict[str, str]:
    return dict(line.split("==", 1) for line in path.read_text().splitlines() if "==" in line)


def _npm_versions(path: Path) -> dict[str, str]:
    listed = json.loads(path.read_text())
    return {name: entry["version"] for name, entry in sorted(listed["dependencies"].items())}
