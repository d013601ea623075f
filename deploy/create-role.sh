#!/bin/sh
# Runs once, when the database is created. Neither role is a superuser, so row-level security applies to both:
# gyoji owns the tables and migrates; gyoji_web serves, owns nothing, and sees one tenant at a time.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" -v web_password="$WEB_PASSWORD" \
  -U "$POSTGRES_USER" -d postgres <<'SQL'
CREATE ROLE gyoji LOGIN PASSWORD :'password';
CREATE ROLE gyoji_web LOGIN NOINHERIT PASSWORD :'web_password';
GRANT gyoji_web TO gyoji;
CREATE DATABASE gyoji OWNER gyoji;
SQL
