"""The addresses of the pages."""

from django.urls import path

from tournaments.views import entering, organising, pages, players, replays, results, table

app_name = "tournaments"

urlpatterns = [
    path("", pages.show_home, name="home"),
    path("spelregels/", pages.show_rules, name="rules"),
    path("gelijke-kaarten/", pages.show_fairness, name="fairness"),
    path("mijn/", pages.show_mine, name="mine"),
    path("spelers/<int:player_id>/", players.show_player, name="player"),
    path("toernooien/", pages.list_all, name="list"),
    path("toernooien/<int:tournament_id>/", pages.show_tournament, name="detail"),
    path("toernooien/<int:tournament_id>/inschrijven", entering.enter, name="enter"),
    path("toernooien/<int:tournament_id>/uitschrijven", entering.withdraw, name="withdraw"),
    path("toernooien/<int:tournament_id>/lijst/", results.show_standings, name="standings"),
    path("toernooien/<int:tournament_id>/delen/", results.list_deals, name="deals"),
    path("toernooien/<int:tournament_id>/delen/<int:board>/", results.show_deal, name="deal"),
    path("toernooien/<int:tournament_id>/delen/<int:board>/<int:entry_id>/", replays.show, name="replay"),
    path("toernooien/<int:tournament_id>/tafel/", table.show_table, name="table"),
    path("toernooien/<int:tournament_id>/tafel/begin", table.start, name="table_start"),
    path("toernooien/<int:tournament_id>/tafel/zet", table.act, name="table_act"),
    path("toernooien/<int:tournament_id>/tafel/verder", table.advance, name="table_advance"),
    path("toernooien/<int:tournament_id>/tafel/fragment", table.show_fragment, name="table_fragment"),
    path("toernooien/<int:tournament_id>/tafel/instelling", table.change_settings, name="table_settings"),
    path("organisatie/", organising.list_own, name="organise"),
    path("organisatie/nieuw/", organising.create, name="create"),
    path("organisatie/<int:tournament_id>/", organising.manage, name="manage"),
    path("organisatie/<int:tournament_id>/wijzigen/", organising.change, name="change"),
    path("organisatie/<int:tournament_id>/aankondigen", organising.announce, name="announce"),
    path("organisatie/<int:tournament_id>/openen", organising.open_now, name="open"),
    path("organisatie/<int:tournament_id>/sluiten", organising.close, name="close"),
    path("organisatie/<int:tournament_id>/afgelasten", organising.cancel, name="cancel"),
    path("organisatie/<int:tournament_id>/schrappen", organising.disqualify, name="disqualify"),
    path("organisatie/<int:tournament_id>/herstellen", organising.reinstate, name="reinstate"),
]
