"""How fast it is, on the machine it runs on: `python -m benchmarks [--json]`."""
