"""Computer players for Luzhanqi in all its variants."""
