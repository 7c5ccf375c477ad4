"""`python -m benchmarks [GROUP …] [--json]`: every row beside its reference, and the machine."""

import argparse
import json
import os
import platform
import sys

from benchmarks import answers, engine, lists
from benchmarks.rows import HEADER

GROUPS = {"engine": engine.MEASUREMENTS, "lists": lists.MEASUREMENTS, "answers": answers.MEASUREMENTS}
"""What can be measured by itself. All but the engine bring servers of their own."""


def main() -> None:
    """Measure, and print rows as they come, or one JSON object at the end."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast it is on this machine.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(GROUPS)}; all unless given")
    parser.add_argument("--json", action="store_true", help="one object, the rows by name")
    options = parser.parse_args()
    as_json = options.json
    if unknown := set(options.groups) - set(GROUPS):
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    measurements = [measure for name in options.groups or GROUPS for measure in GROUPS[name]]
    found = {}
    if not as_json:
        print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}\n{HEADER}", flush=True)
    for number, measure in enumerate(measurements, 1):
        if sys.stderr.isatty():
            print(f"\r{'#' * number}{'.' * (len(measurements) - number)}", end="\r", file=sys.stderr, flush=True)
        for row in measure():
            found[row.name] = row.as_dict()
            if not as_json:
                print(row.line, flush=True)
    if as_json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
