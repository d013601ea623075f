"""The addresses under /api/v1/."""

from django.urls import path

from games.api import account, commands, events, layouts, matches, me, players, rooms, schema, systems

urlpatterns = [
    path("players/guest", players.Guests.as_view()),
    path("players/recover", players.Recovery.as_view()),
    path("systems", systems.Systems.as_view()),
    path("systems/<slug:key>", systems.System.as_view()),
    path("rooms", rooms.Rooms.as_view()),
    path("rooms/<slug:slug>", rooms.RoomBySlug.as_view()),
    path("rooms/<slug:slug>/seats/<int:number>/claim", rooms.SeatClaim.as_view()),
    path("rooms/<slug:slug>/computer", rooms.PlayComputer.as_view()),
    path("rooms/<slug:slug>/rematch", rooms.Rematch.as_view()),
    path("rooms/<slug:slug>/leave", rooms.Leave.as_view()),
    path("rooms/<slug:slug>/close", rooms.Close.as_view()),
    path("matches/<uuid:match_id>", matches.MatchById.as_view()),
    path("matches/<uuid:match_id>/events", events.Events.as_view()),
    path("matches/<uuid:match_id>/stream", events.Stream.as_view()),
    path("matches/<uuid:match_id>/commands", commands.Commands.as_view()),
    path("matches/<uuid:match_id>/deductions", matches.Deductions.as_view()),
    path("matches/<uuid:match_id>/thoughts", matches.Thoughts.as_view()),
    path("matches/<uuid:match_id>/record", matches.Record.as_view()),
    path("layouts", layouts.Layouts.as_view()),
    path("layouts/random", layouts.RandomLayout.as_view()),
    path("layouts/mirror", layouts.MirrorLayout.as_view()),
    path("layouts/check", layouts.CheckLayout.as_view()),
    path("layouts/export", layouts.ExportLayouts.as_view()),
    path("layouts/import", layouts.ImportLayouts.as_view()),
    path("layouts/<uuid:layout_id>", layouts.LayoutById.as_view()),
    path("me", me.Me.as_view()),
    path("me/matches", me.MyMatches.as_view()),
    path("me/turns", me.MyTurns.as_view()),
    path("account", account.Account.as_view()),
    path("account/player", account.Join.as_view()),
    path("account/devices", account.Devices.as_view()),
    path("account/devices/<slug:device_id>", account.DeviceById.as_view()),
    path("account/sign-out-everywhere", account.SignOutEverywhere.as_view()),
    path("openapi.json", schema.openapi_json),
    path("openapi.yaml", schema.openapi_yaml),
]
