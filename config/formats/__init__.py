"""How times are written on the desk."""
