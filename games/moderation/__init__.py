"""What moderators do, and what players tell them. Every handler is one transaction with its audit entry.

`players` acts on players, `play` on rooms, matches and lines of chat, `reports` on complaints, `tenants` on
the tenant itself. What players read is in `notices`.
"""
