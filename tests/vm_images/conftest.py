"""Images on disk without a build: a manifest and empty layers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from vm_images.folders import images_folder, layers_folder
from vm_images.image import Manifest, image_name
from vm_images.profile import load_profile
from vm_images.recipe import image_hash, plan

Store = Callable[..., Manifest]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def store(data: Path) -> Store:
    """Put a complete image on disk: of today's recipe, or with a hash, and a guest layer, of the past."""

    def put(
        profile: str = "debian-12", *, digest: str = "", built_at: str = "2026-01-01T00:00:00+00:00"
    ) -> Manifest:
        layers = plan(load_profile(profile))
        folders = [layer.folder for layer in layers]
        if digest:
            folders[-1] = f"guest-{digest[:16]}"
        digest = digest or image_hash(layers)
        manifest = Manifest(
            name=image_name(profile, digest),
            profile=profile,
            profile_reason="named by the caller",
            hash=digest,
            layers=tuple(folders),
            layer_hashes={layer.name: layer.hash for layer in layers},
            size_bytes=3,
            build_seconds=1.0,
            built_at=built_at,
            versions={"apt": {"git": "1"}},
        )
        for folder in folders:
            (layers_folder() / folder / "root").mkdir(parents=True, exist_ok=True)
        path = images_folder() / manifest.name / "manifest.json"
        path.parent.mkdir(parents=True)
        path.write_text(manifest.model_dump_json())
        return manifest

    return put
