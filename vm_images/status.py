"""What of an image is built, and how long the rest is expected to take."""

from __future__ import annotations

from dataclasses import dataclass

from testbed.errors import ImageError
from vm_images.folders import images_folder, layers_folder
from vm_images.image import LayerRecord, find_image, image_name, is_there, is_whole
from vm_images.profile import Profile, choose_profile, load_profile
from vm_images.recipe import image_hash, plan

TYPICAL_SECONDS = {
    "base": 400.0,
    "apps": 390.0,
    "servers": 300.0,
    "guest": 10.0,
    "extension": 60.0,
    "fonts": 5.0,
}
"""Build time of each layer on two busy cores, for a host that has not built it yet."""


@dataclass(frozen=True, slots=True)
class LayerStatus:
    """One layer of an image: its folder, whether it is built, and the seconds that building it is expected to take."""

    name: str
    folder: str
    built: bool
    expected_seconds: float


@dataclass(frozen=True, slots=True)
class ImageStatus:
    """The image of a profile's recipe as it is now. `ready` is whether it can be booted."""

    name: str
    profile: str
    ready: bool
    layers: tuple[LayerStatus, ...]

    @property
    def missing(self) -> tuple[LayerStatus, ...]:
        """The layers that are not built, lowest first."""
        return tuple(layer for layer in self.layers if not layer.built)

    def in_words(self) -> str:
        """Return one line: what will be built, and the expected time of each layer."""
        if not self.missing:
            return "all layers are built"
        return "to build: " + ", ".join(
            f"{layer.name} ({about(layer.expected_seconds)})" for layer in self.missing
        )


def image_status(profile: str | None = None) -> ImageStatus:
    """Return the status of a profile's image; without a name of the current image or, if none is, of the default.

    Raises UsageError (no such profile), ImageError (the recipe is incomplete).
    """
    return status_of(load_profile(profile) if profile else _default_profile())


def status_of(profile: Profile) -> ImageStatus:
    """Return the status of a profile's image. Raises ImageError when the recipe is incomplete."""
    planned = plan(profile)
    name = image_name(profile.name, image_hash(planned))
    whole = is_whole(images_folder() / name / "manifest.json")
    layers = tuple(
        LayerStatus(
            layer.name,
            layer.folder,
            is_there(layers_folder() / layer.folder, unseen=whole),
            _expected_seconds(layer.name),
        )
        for layer in planned
    )
    return ImageStatus(name, profile.name, whole, layers)


def about(seconds: float) -> str:
    """Return a duration in words, such as `about 7 minutes`."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    return f"about {round(seconds / 60)} minutes"


def _default_profile() -> Profile:
    try:
        return load_profile(find_image().profile)
    except ImageError:
        return choose_profile()[0]


def _expected_seconds(name: str) -> float:
    """Return how long the last build of that layer took on this host, or takes typically."""
    records = sorted(layers_folder().glob(f"{name}-*/layer.json"), key=lambda path: path.stat().st_mtime)
    if not records:
        return TYPICAL_SECONDS[name]
    return LayerRecord.model_validate_json(records[-1].read_bytes()).build_seconds
