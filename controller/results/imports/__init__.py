"""Results of other programs as run folders, in the formats that plugins read."""

from __future__ import annotations

from controller.metrics.run_loader import summary_of
from controller.results.imports.format import ImportedRun, ImportRequest
from controller.results.imports.labels import write_labels
from testbed.extension_points import IMPORT_FORMATS


def default_format() -> str:
    """Return the name of the format that is read if none is named."""
    return next(name for name in IMPORT_FORMATS.own_names() if IMPORT_FORMATS.load(name).is_default)


def import_run(form: str, request: ImportRequest) -> ImportedRun:
    """Import a run, with its summary, and people's labels if there are any.

    Args:
        form: The format's name.
        request: What to import.

    Raises:
        UsageError: There is no such format, or nothing that it can import.
        RecordsError: The run's folder cannot be written.
    """
    imported = IMPORT_FORMATS.load(form).import_results(request)
    with imported.records.lock():
        if imported.labels:
            write_labels(imported.records.paths.labels_file, imported.labels)
        imported.records.write_summary(summary_of(imported.records))
    return imported
