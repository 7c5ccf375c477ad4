"""Sitting at the table in a browser: what can be played, and playing it by mouse or by keyboard."""

from typing import Any

from django.utils import timezone

from tests.e2e.people import log_in
from tournaments import selectors

FREE = "#table-holder:not([data-busy])"
PLAYABLE = ".hand button.hand-card:not([data-why])"


class Seat:
    """South at the table that `page` shows. Every method returns once the table stands still again."""

    def __init__(self, page: Any) -> None:
        self.page = page

    @property
    def finished(self) -> bool:
        return self.page.locator("#table.state-finished").count() > 0

    @property
    def choosing(self) -> bool:
        return self.page.locator(".choices").count() > 0

    def hand(self) -> list[str]:
        return [card.get_attribute("value") for card in self.page.locator(".hand button").all()]

    def wait(self, hurry: Any = None) -> None:
        """Wait until the script has shown all that happened, hurrying it along as an impatient player does."""
        while self.page.locator(FREE).count() == 0:
            if hurry is not None:
                hurry()
            self.page.wait_for_timeout(60)

    def play_by_mouse(self, place: int = 0) -> str:
        """Name trump, or play the card at `place` among those that may be played; returns the act."""
        button = self.page.locator(".choice" if self.choosing else PLAYABLE).nth(place)
        act = button.get_attribute("value")
        button.click()
        self.wait(self._click_felt)
        return act

    def play_by_keyboard(self) -> str:
        """The same with arrows and numbers to choose and Enter to play."""
        if self.choosing:
            self.page.keyboard.press("3")
            act = self._focused()
        else:
            buttons = self.page.locator(".hand button.hand-card")
            places = [number for number, one in enumerate(buttons.all(), 1) if not one.get_attribute("data-why")]
            if places[-1] % 2:
                self.page.keyboard.press(str(places[-1]))
            else:
                self.page.keyboard.press("Home")
                for _ in range(places[-1] - 1):
                    self.page.keyboard.press("ArrowRight")
            act = self._focused()
            assert act == buttons.nth(places[-1] - 1).get_attribute("value")
        # Longer than the guard against the Enter that hurried the card before.
        self.page.wait_for_timeout(400)
        self.page.keyboard.press("Enter")
        self.wait(lambda: self.page.keyboard.press("Enter"))
        return act

    def _focused(self) -> str:
        return self.page.locator("button:focus").get_attribute("value")

    def _click_felt(self) -> None:
        go_on = self.page.locator("[data-go-on]")
        target = go_on if go_on.count() else self.page.locator(".felt")
        # By place, not by element: the table may be replaced between looking and clicking.
        box = target.bounding_box(timeout=1000) if target.count() else None
        if box is not None:
            self.page.mouse.click(box["x"] + 12, box["y"] + 12)


def sit_down(page: Any, site: str, user: Any, tournament: Any) -> Seat:
    """Log in and go to one's table."""
    log_in(page, site, user)
    page.goto(f"{site}/toernooien/{tournament.pk}/tafel/")
    return Seat(page)


def read_table(user: Any, tournament: Any) -> dict[str, Any]:
    """The same table as the server has it."""
    return selectors.table_state(user, tournament.pk, timezone.now())
