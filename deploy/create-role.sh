#!/bin/sh
# Runs once, when the database is created: an owner that is no superuser, so row-level security applies.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" -U "$POSTGRES_USER" -d postgres <<'SQL'
CREATE ROLE gyoji LOGIN PASSWORD :'password';
CREATE DATABASE gyoji OWNER gyoji;
SQL
