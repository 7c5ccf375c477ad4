"""How a good player plays without looking ahead: a small network that values each card from what its seat has seen.

All of it is compiled and in integers: chances, values and weights are multiples of 1/4096 (`ONE`). `docs/solver.md`
tells what it is for and how it was trained.
"""
