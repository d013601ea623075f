"""The database engine: Django's for Postgres, which also tells Postgres the tenant in scope."""
