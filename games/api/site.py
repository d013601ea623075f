"""What a visitor's page must know of the tenant before anybody signs in; public."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Chat, Tenant
from accounts.policy import BRANDING
from games import catalog
from games.api.docs import RETRY_AFTER, TENANT, problems
from games.api.endpoint import Endpoint, asked_tenant, read
from games.api.fields import Strict
from games.rules.core import JsonObject


class BrandingShape(serializers.Serializer[Any]):
    name = serializers.CharField()
    accent = serializers.CharField(help_text='Such as "#7a1f1f"; empty: the client\'s own.')
    background = serializers.CharField()
    logo_url = serializers.CharField()


class SiteSystemShape(serializers.Serializer[Any]):
    key = serializers.CharField()
    fixed_options = serializers.DictField(help_text="Options nobody may change here.")


class ProviderShape(serializers.Serializer[Any]):
    id = serializers.CharField()
    name = serializers.CharField()


class SiteShape(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    registration = serializers.ChoiceField(choices=Tenant.Registration.values)
    languages = serializers.ListField(child=serializers.CharField(), help_text="Empty: all.")
    systems = SiteSystemShape(many=True)
    chat = serializers.ChoiceField(choices=Chat.values)
    branding = BrandingShape()
    providers = ProviderShape(many=True)


class Site(Endpoint):
    is_public = True

    @extend_schema(
        operation_id="seeSite",
        tags=["systems"],
        summary="Name, colours, languages and ways to sign in of this site",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: SiteShape, **problems(is_public=True)},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        return Response(site_data(asked_tenant(request)))


def site_data(tenant: Tenant) -> JsonObject:
    branding = {key: str(tenant.branding.get(key, "")) for key in BRANDING}
    return {
        "slug": tenant.slug,
        "name": tenant.name,
        "registration": tenant.registration,
        "languages": tenant.languages,
        "systems": [
            {"key": system.key, "fixed_options": tenant.fixed_options(system.key)}
            for system in catalog.offered(tenant)
        ],
        "chat": tenant.chat,
        "branding": {**branding, "name": branding["name"] or tenant.name},
        "providers": [{"id": each["id"], "name": each["name"]} for each in settings.OIDC_PROVIDERS],
    }
