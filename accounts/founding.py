"""Making a tenant, or bringing one up to date: for operators, on the command line and in the admin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email, validate_slug
from django.db import transaction

from accounts.directory import forget_tenants
from accounts.models import AuditEntry, Membership, Tenant, User
from accounts.registration import has_confirmed
from accounts.tenancy import tenant_scope

HOST = re.compile(r"\*|[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class Founded:
    """`changed` names what was not so before; empty when everything was there already."""

    tenant: Tenant
    changed: tuple[str, ...]


def found_tenant(
    slug: str, *, name: str, hosts: Sequence[str], admin_email: str = "", by: User | None = None
) -> Founded:
    """Make the tenant `slug`, or give it this name, these hosts besides its own, and this admin.

    Done twice it changes nothing. A new admin has no password and sets one by a reset mail. `by` goes into
    the audit entry; None is the command line.
    Raises ValidationError for a bad slug, host or address, and for a host that another tenant has.
    """
    validate_slug(slug)
    if admin_email:
        validate_email(admin_email)
    with transaction.atomic():
        known = Tenant.objects.select_for_update().filter(slug=slug).first()
        tenant = known or Tenant(slug=slug, name=name)
        changed = [] if known else ["tenant"]
        changed += _rename(tenant, name) + _add_hosts(tenant, hosts)
        tenant.full_clean()
        tenant.save(update_fields=["name", "hosts"] if known else None)
        with tenant_scope(tenant.id):
            changed += _add_admin(admin_email) if admin_email else []
            if changed:
                _note(tenant, changed, by)
    forget_tenants()
    return Founded(tenant, tuple(changed))


def _rename(tenant: Tenant, name: str) -> list[str]:
    if tenant.name == name:
        return []
    tenant.name = name
    return ["name"]


def free_hosts(tenant: Tenant, hosts: Sequence[str]) -> list[str]:
    """Host names as they are kept, each once. Raises ValidationError for a bad one or another tenant's."""
    wanted = list(dict.fromkeys(host.strip().lower() for host in hosts))
    for host in wanted:
        if not HOST.fullmatch(host):
            raise ValidationError(f"{host} is no host name (without scheme and port).")
        others = Tenant.objects.exclude(pk=tenant.pk).filter(hosts__contains=[host])
        if other := others.first():
            raise ValidationError(f"{host} belongs to {other.slug}.")
    return wanted


def _add_hosts(tenant: Tenant, hosts: Sequence[str]) -> list[str]:
    missing = [host for host in free_hosts(tenant, hosts) if host not in tenant.hosts]
    tenant.hosts = [*tenant.hosts, *missing]
    return ["hosts"] if missing else []


def _add_admin(email: str) -> list[str]:
    user = User.objects.filter(email=email.lower()).first() or User.objects.create_user(email)
    if user.has_usable_password() and not has_confirmed(user):  # whoever signed up need not own the address
        user.set_unusable_password()
        user.save(update_fields=["password"])
    member, is_new = Membership.objects.get_or_create(user=user, defaults={"role": Membership.Role.ADMIN})
    if not is_new and member.role == Membership.Role.ADMIN:
        return []
    member.role = Membership.Role.ADMIN
    member.save(update_fields=["role"])
    return ["admin"]


def _note(tenant: Tenant, changed: Sequence[str], by: User | None) -> None:
    AuditEntry.objects.create(
        actor_kind=AuditEntry.ActorKind.USER if by else AuditEntry.ActorKind.SYSTEM,
        actor_id=by.pk if by else None,
        actor_name=by.email if by else "",
        action="tenant.founded",
        subject_kind="tenant",
        subject_id=str(tenant.id),
        data={"changed": list(changed)},
    )
