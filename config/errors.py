"""What keeps the server from starting."""


class StartError(Exception):
    """One line for the person who started us; never shown with a traceback."""
