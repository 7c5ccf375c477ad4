"""Amendments become one kind of organisers' acts, in a table to which rows can only be added."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

REFUSE = """
CREATE FUNCTION tournaments_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER organiser_act_append_only BEFORE UPDATE OR DELETE ON tournaments_organiseract
    FOR EACH ROW EXECUTE FUNCTION tournaments_refuse_change();
"""
ALLOW = """
DROP TRIGGER organiser_act_append_only ON tournaments_organiseract;
DROP FUNCTION tournaments_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_practice"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel("Amendment", "OrganiserAct"),
        migrations.AlterModelOptions(
            name="organiseract",
            options={
                "ordering": ["made_at", "pk"],
                "verbose_name": "act of an organiser",
                "verbose_name_plural": "acts of organisers",
            },
        ),
        migrations.RenameField("organiseract", "what", "kind"),
        migrations.AlterField(
            model_name="organiseract", name="kind", field=models.CharField(max_length=24, verbose_name="kind")
        ),
        migrations.AlterField(
            model_name="organiseract",
            name="reason",
            field=models.CharField(blank=True, max_length=500, verbose_name="reason"),
        ),
        migrations.AddField(
            model_name="organiseract",
            name="public",
            field=models.BooleanField(default=True, verbose_name="public"),
        ),
        migrations.AddField(
            model_name="organiseract",
            name="entry",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="tournaments.entry",
            ),
        ),
        migrations.AlterField(
            model_name="organiseract",
            name="made_by",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="organiseract",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="acts", to="tournaments.tournament"
            ),
        ),
        migrations.RunSQL(REFUSE, ALLOW),
    ]
