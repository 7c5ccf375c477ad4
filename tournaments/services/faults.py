"""Saying what went wrong without saying what it went wrong on: the message of an exception may name hidden cards."""

import traceback


def describe_fault(error: BaseException) -> str:
    """The class of `error` and the places in the code it came through, innermost first; nothing of its message."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return f"{type(error).__name__} at {' < '.join(f'{frame.name}:{frame.lineno}' for frame in frames)}"
