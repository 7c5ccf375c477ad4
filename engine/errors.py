"""The three ways the engine refuses: it cannot read a text, it does not know a name, it may not do an act here."""


class EngineError(ValueError):
    """Base of all refusals. `code` names the kind, `details` holds what a sentence about it needs."""

    code = "engine_error"

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.details = details


class NotationError(EngineError):
    """A text that cannot be read. `text` is what was read, `position` the place of the fault in it (from 0)."""

    code = "unreadable"

    def __init__(self, message: str, text: str, position: int = 0) -> None:
        super().__init__(message, text=text, position=position)
        self.text = text
        self.position = position


class UnknownError(EngineError):
    """A system, option or bot that does not exist; `name` is the name that was asked for."""

    code = "unknown_name"

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message, name=name)
        self.name = name


class IllegalError(EngineError):
    """An act that may not be done here. `rule` is the number of the rule that forbids it, such as "B10"."""

    code = "illegal_act"

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message, rule=rule)
        self.rule = rule


class OptionError(EngineError):
    """An option with a value it cannot have, or at odds with another. `rule` says which number of the rules has it."""

    code = "option_refused"

    def __init__(self, message: str, rule: str, option: str) -> None:
        super().__init__(f"{message} ({rule})", rule=rule, option=option)
        self.rule = rule
        self.option = option
