"""What a name looks like, once only; where older names look alike, the later ones keep theirs with a mark."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models
from accounts.looks import look_key


def fill(apps, schema_editor):
    users = apps.get_model("accounts", "User").objects
    taken = set()
    for pk, name in users.order_by("pk").values_list("pk", "name_key"):
        row = users.filter(pk=pk)
        if name.startswith(" "):
            key = name
        else:
            key = look_key(row.values_list("display_name", flat=True).get())
            key = f"{key}#{pk}" if key in taken else key
        taken.add(key)
        row.update(look_key=key)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_deleted"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="name_changed_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="look_key",
            field=accounts.models.LookKeyField(default="", editable=False, max_length=564),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                fields=("look_key",),
                name="user_look_once",
                violation_error_message="This name looks too much like somebody else's.",
            ),
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("look_key", models.CharField(db_index=True, max_length=540)),
                ("given_up_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name": "former name", "verbose_name_plural": "former names"},
        ),
    ]
