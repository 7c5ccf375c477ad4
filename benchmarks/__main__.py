"""`python -m benchmarks [--json]`: every row beside its reference, and the machine."""

import argparse
import json
import os
import platform
import sys

from benchmarks.engine import MEASUREMENTS
from benchmarks.rows import HEADER


def main() -> None:
    """Measure, and print rows as they come, or one JSON object at the end."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="How fast the engine is on this machine.")
    parser.add_argument("--json", action="store_true", help="one object, the rows by name")
    as_json = parser.parse_args().json
    found = {}
    if not as_json:
        print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}\n{HEADER}", flush=True)
    for number, measure in enumerate(MEASUREMENTS, 1):
        if sys.stderr.isatty():
            print(f"\r{'#' * number}{'.' * (len(MEASUREMENTS) - number)}", end="\r", file=sys.stderr, flush=True)
        for row in measure():
            found[row.name] = row.as_dict()
            if not as_json:
                print(row.line, flush=True)
    if as_json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
