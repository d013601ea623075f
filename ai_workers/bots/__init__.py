"""Computer players. They know a view and the public history, and nothing else."""
