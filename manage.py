#!/usr/bin/env python3
"""Django's command line, with the translations compiled, and the embedded services while a command needs them."""

import contextlib
import os
import sys

from config.catalogues import compile_catalogues
from config.embedded.folder import DataFolder
from config.embedded.services import services_for_command
from config.environment import EnvironmentFault, read_environment
from config.own_servers import check_own_servers

# These touch no server, or look after it themselves.
WITHOUT_SERVICES = {
    "check",
    "collectstatic",
    "compilemessages",
    "diffsettings",
    "findstatic",
    "help",
    "makemessages",
    "serve",
    "startapp",
    "version",
}


def main() -> None:
    """Run the command of the process's arguments; a fault of the environment is a sentence, exit code 1."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    try:
        environment = read_environment()
        folder = DataFolder(environment.data)
        services: contextlib.AbstractContextManager[None]
        if command in WITHOUT_SERVICES or command.startswith("-") or "--help" in sys.argv:
            services = contextlib.nullcontext()
            folder.prepare()
        else:
            check_own_servers(environment)
            services = services_for_command(environment, folder, f"manage.py {command}")
        compile_catalogues(environment.data / "catalogues")
        with services:
            from django.core.management import execute_from_command_line

            execute_from_command_line(sys.argv)
    except EnvironmentFault as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
