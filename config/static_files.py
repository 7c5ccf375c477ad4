"""Collects the static files, but only when they changed: naming and compressing them takes seconds."""

import hashlib
from pathlib import Path

from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names files after what they hold, in the imports of ES modules too, so that old and new never mix."""

    support_js_module_import_aggregation = True


def collect_static(target: Path) -> bool:
    """Collect into `target` unless it already holds just these sources. Returns whether it did."""
    mark = target / ".sources"
    digest = _digest_sources()
    if mark.exists() and mark.read_text() == digest:
        return False
    mark.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, clear=False, verbosity=0)
    mark.write_text(digest)
    return True


def _digest_sources() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            found = Path(storage.path(path)).stat()
            digest.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
