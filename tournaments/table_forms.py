"""The form of a player's own table."""

from typing import Any

from django import forms

from tournaments.models import CHOSEN, Size, TableSettings

SMALLER, LARGER = "-1", "1"


class TableSettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """All that a player sets himself; `step` makes the table a size smaller or larger, from the buttons above it."""

    step = forms.ChoiceField(choices=[(SMALLER, ""), (LARGER, "")], required=False, widget=forms.HiddenInput)

    class Meta:
        model = TableSettings
        fields = CHOSEN

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("pace", "size"):
            self.fields[name].required = False

    def clean_pace(self) -> Any:
        return self.cleaned_data["pace"] or self.initial["pace"]

    def clean(self) -> dict[str, Any]:
        """Leave the size as it was where none was sent, and take the step within what there is."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        size = self.initial["size"] if cleaned.get("size") in (None, "") else int(cleaned["size"])
        size += int(cleaned.get("step") or 0)
        cleaned["size"] = min(max(size, min(Size.values)), max(Size.values))
        return cleaned
