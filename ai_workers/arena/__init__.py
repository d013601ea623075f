"""Matches of computers against computers: to choose, to fit and to check them. No server needed."""
