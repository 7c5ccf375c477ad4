"""Root's servers run as another user: a data folder he cannot enter is told in a sentence that names the setting."""

import tempfile
from pathlib import Path

import pytest

from config.embedded.postgres import find_closed_folder
from config.processes import Account

STRANGER = Account(uid=65534, gid=65534)


@pytest.mark.parametrize(("mode", "closed"), [(0o700, True), (0o711, False), (0o755, False)])
def test_the_folder_that_is_closed_to_the_servers_user_is_found(mode: int, closed: bool) -> None:
    with tempfile.TemporaryDirectory() as open_folder:
        data = Path(open_folder) / "home" / "data"
        data.mkdir(parents=True)
        for folder, folder_mode in ((Path(open_folder), 0o711), (data, 0o755), (data.parent, mode)):
            folder.chmod(folder_mode)
        assert find_closed_folder(data, STRANGER) == (data.parent if closed else None)
