"""The form of a player's own table."""

from typing import Any

from django import forms

from tournaments.models import CHOSEN, TableSettings


class TableSettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """All that a player sets himself; a pace or a size that is not sent stays as it was."""

    class Meta:
        model = TableSettings
        fields = CHOSEN

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("pace", "size"):
            self.fields[name].required = False

    def clean_pace(self) -> Any:
        return self.cleaned_data["pace"] or self.initial["pace"]

    def clean_size(self) -> Any:
        size = self.cleaned_data["size"]
        return self.initial["size"] if size in (None, "") else size
