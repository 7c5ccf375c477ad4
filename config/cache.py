"""The shared cache, as something one can do without."""

import functools
import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)


class ForgivingCache(RedisCache):
    """Django's Redis cache, that is empty while its server is away instead of an error.

    Nothing that must last is kept in it; without it, limits on requests do not count. After a failure no
    thread of the process tries it for `pause` seconds, so that a server that hangs does not hold up everybody.
    """

    pause = 5.0
    _quiet_until = 0.0

    def answers(self) -> bool:
        """Whether the server is there now."""
        try:
            return bool(self._cache.get_client(None).ping())
        except (RedisError, OSError):
            return False

    def _try(self, otherwise: Any, act: Callable[[], Any]) -> Any:
        if time.monotonic() < ForgivingCache._quiet_until:
            return otherwise
        try:
            return act()
        except (RedisError, OSError) as error:
            ForgivingCache._quiet_until = time.monotonic() + self.pause
            log.warning("the cache does not answer (%s)", type(error).__name__)
            return otherwise

    def add(self, *args: Any, **kwargs: Any) -> bool:
        # As an empty cache says: who takes a lock by it, as limits on logging in do, is to get it.
        return bool(self._try(True, functools.partial(super().add, *args, **kwargs)))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._try(default, functools.partial(super().get, key, default, version))

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._try(None, functools.partial(super().set, *args, **kwargs))

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._try(False, functools.partial(super().touch, *args, **kwargs)))

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._try(False, functools.partial(super().delete, *args, **kwargs)))

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        found = self._try({}, functools.partial(super().get_many, *args, **kwargs))
        return dict(found)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._try(False, functools.partial(super().has_key, *args, **kwargs)))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(self._try(delta, functools.partial(super().incr, key, delta, version)))

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        failed = self._try(list(data), functools.partial(super().set_many, data, *args, **kwargs))
        return list(failed)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._try(None, functools.partial(super().delete_many, *args, **kwargs))

    def clear(self) -> None:
        self._try(None, super().clear)
