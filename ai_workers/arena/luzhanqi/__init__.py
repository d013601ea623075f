"""Matches of Luzhanqi between computers, and the array twin against the plain rules."""
