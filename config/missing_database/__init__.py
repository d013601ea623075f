"""The database engine of a process without DATABASE_URL: says what to do, at the first query."""
