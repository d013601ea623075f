"""What people may demand of what is kept about them: a copy, and an end."""
