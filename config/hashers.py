"""How passwords are stored."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2Hasher(Argon2PasswordHasher):
    """Argon2id with OWASP's first choice, 19 MiB and two passes, instead of Django's 100 MiB.

    A login then costs about 20 ms and a burst of them does not exhaust a small machine's memory.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
