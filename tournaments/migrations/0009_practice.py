import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_mail_made"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Practice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("bot", models.CharField(blank=True, max_length=64)),
                ("moment", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "practice boom",
                "verbose_name_plural": "practice booms",
            },
        ),
        migrations.RemoveConstraint(
            model_name="boom",
            name="boom_belongs_to_one",
        ),
        migrations.AddField(
            model_name="practice",
            name="origin",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="what_ifs",
                to="tournaments.play",
            ),
        ),
        migrations.AddField(
            model_name="practice",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="practices", to="tournaments.tournament"
            ),
        ),
        migrations.AddField(
            model_name="practice",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="practices",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="boom",
            name="practice",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="boom",
                to="tournaments.practice",
            ),
        ),
        migrations.AddConstraint(
            model_name="boom",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("entry__isnull", False), ("free_play__isnull", True), ("practice__isnull", True)),
                    models.Q(("entry__isnull", True), ("free_play__isnull", False), ("practice__isnull", True)),
                    models.Q(("entry__isnull", True), ("free_play__isnull", True), ("practice__isnull", False)),
                    _connector="OR",
                ),
                name="boom_belongs_to_one",
            ),
        ),
        migrations.AddIndex(
            model_name="practice",
            index=models.Index(fields=["tournament", "user", "-id"], name="practice_own"),
        ),
        migrations.AddConstraint(
            model_name="practice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True), ("origin__isnull", True)),
                fields=("user", "tournament"),
                name="practice_one_in_progress",
            ),
        ),
        migrations.AddConstraint(
            model_name="practice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("origin__isnull", False)),
                fields=("user", "tournament"),
                name="practice_one_what_if",
            ),
        ),
        migrations.AddConstraint(
            model_name="practice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("bot", ""), _negated=True), fields=("tournament",), name="practice_one_bot_line"
            ),
        ),
        migrations.AddConstraint(
            model_name="practice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot", ""), ("user__isnull", False)),
                    models.Q(("origin__isnull", True), ("user__isnull", True), models.Q(("bot", ""), _negated=True)),
                    _connector="OR",
                ),
                name="practice_user_or_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="practice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("moment__isnull", True), ("origin__isnull", True)),
                    models.Q(("moment__isnull", False), ("origin__isnull", False)),
                    _connector="OR",
                ),
                name="practice_what_if_from_a_moment",
            ),
        ),
    ]
