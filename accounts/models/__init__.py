"""Tenants, the users known to the deployment, and what belongs to one tenant's players."""

from accounts.models.credentials import Invitation, Token
from accounts.models.moderation import AuditEntry, Note, Report, Sanction
from accounts.models.people import FOR_EVER, Block, Membership, Player, User
from accounts.models.tenants import Chat, Tenant
from accounts.models.webhooks import Delivery, Webhook

__all__ = [
    "FOR_EVER",
    "AuditEntry",
    "Block",
    "Chat",
    "Delivery",
    "Invitation",
    "Membership",
    "Note",
    "Player",
    "Report",
    "Sanction",
    "Tenant",
    "Token",
    "User",
    "Webhook",
]
