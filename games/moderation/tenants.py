"""What admins and operators decide about a tenant. One transaction each, with its audit entry."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.audit import write_audit
from accounts.directory import forget_tenants
from accounts.errors import BadRequest, NotFound
from accounts.founding import Founded, found_tenant, free_hosts
from accounts.models import Tenant
from accounts.staff import Role, Staff
from accounts.tenancy import tenant_scope
from games.catalog import all_keys, check_fixed_options
from games.errors import Forbidden
from games.moderation.cases import Why, require_reason
from games.rules.core import BadOptions

# What an admin decides for the own tenant. What may cost the others something is the operators' to decide.
ADMINS = frozenset(
    {
        "name", "branding", "languages", "registration", "systems", "system_options", "chat", "muted_words",
        "rates", "room_idle_minutes", "room_lifetime_hours", "purge_warning_minutes", "abandon_after_seconds",
        "keep_matches_days", "keep_guests_days", "keep_chat_days", "keep_reports_days",
    }
)  # fmt: skip
OPERATORS = frozenset(
    {
        "hosts", "allowed_origins", "is_active", "quota_rooms", "quota_accounts", "quota_bot_seconds_per_day",
    }
)  # fmt: skip
ORIGIN = re.compile(r"https?://[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?")
MOST_WORDS, LONGEST_WORD = 1000, 40  # muted ones; all are looked for in every message
LONGEST_TOLD = 300


def found(staff: Staff, slug: str, *, name: str, hosts: list[str], admin_email: str = "") -> Founded:
    """A new tenant. Raises Forbidden for who is no operator, BadRequest for a slug or host that is taken."""
    if staff.role < Role.OPERATOR:
        raise Forbidden("Only operators found tenants.")
    if Tenant.objects.filter(slug=slug).exists():
        raise BadRequest(f"There is a tenant {slug} already.")
    try:
        return found_tenant(slug, name=name, hosts=hosts, admin_email=admin_email, by=staff.user)
    except ValidationError as error:
        raise BadRequest(" ".join(error.messages)) from error


def change_tenant(staff: Staff, tenant_id: UUID, values: Mapping[str, object], why: Why) -> Tenant:
    """Set columns of a tenant: admins those of ADMINS in their own, operators all of both in every one.

    Raises NotFound, Forbidden, BadRequest; then nothing was changed.
    """
    require_reason(why)
    if tenant_id != staff.tenant.id and staff.role < Role.OPERATOR:
        raise NotFound
    allowed = {Role.ADMIN: ADMINS, Role.OPERATOR: ADMINS | OPERATORS}.get(staff.role, frozenset())
    if not allowed.issuperset(values):
        raise Forbidden("This is not yours to decide.")
    with tenant_scope(tenant_id), transaction.atomic():
        tenant = Tenant.objects.select_for_update().filter(pk=tenant_id).first()
        if tenant is None:
            raise NotFound
        before = {name: getattr(tenant, name) for name in values}
        for name, value in values.items():
            setattr(tenant, name, value)
        _check(staff, tenant, set(values))
        changed = {name: old for name, old in before.items() if getattr(tenant, name) != old}
        if changed:
            tenant.save(update_fields=list(changed))
            told = {name: _told(old, getattr(tenant, name)) for name, old in changed.items()}
            write_audit(staff, "tenant.changed", tenant, why.reason, **told)
    forget_tenants()
    return tenant


def _check(staff: Staff, tenant: Tenant, columns: set[str]) -> None:
    """Raises BadRequest for the first value that will not do."""
    try:
        tenant.full_clean(
            exclude={field.name for field in tenant._meta.concrete_fields} - columns,  # noqa: SLF001  why: Django documents it as public
            validate_unique=False,
        )
        if "hosts" in columns:
            tenant.hosts = free_hosts(tenant, tenant.hosts)
        if "system_options" in columns:
            check_fixed_options(tenant.system_options)
    except ValidationError as error:
        raise BadRequest(_first(error)) from error
    except BadOptions as error:
        raise BadRequest(error.detail) from error
    if unknown := sorted(set(tenant.systems) - set(all_keys())):
        raise BadRequest(f"There is no system {unknown[0]}.")
    for origin in tenant.allowed_origins:
        if not ORIGIN.fullmatch(origin):
            raise BadRequest(f"{origin} is no origin such as https://club.example.")
    _check_words(tenant.muted_words)
    if not tenant.is_active and tenant.id == staff.tenant.id:
        raise BadRequest("Nobody switches off the tenant they work in.")


def _check_words(words: Sequence[str]) -> None:
    if len(words) > MOST_WORDS:
        raise BadRequest(f"There can be {MOST_WORDS} muted words.")
    if long := [word for word in words if len(word) > LONGEST_WORD]:
        raise BadRequest(f"{long[0][:LONGEST_WORD]}… is too long for a muted word.")


def _first(error: ValidationError) -> str:
    """With the name of the column, where there is one."""
    if not hasattr(error, "error_dict"):
        return " ".join(error.messages)
    name, messages = next(iter(error.message_dict.items()))
    return f"{name}: {' '.join(messages)}"


def _told(old: object, new: object) -> str:
    return " -> ".join(json.dumps(value, ensure_ascii=False)[:LONGEST_TOLD] for value in (old, new))
