"""Computer players for Gunjin Shogi."""
