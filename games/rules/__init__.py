"""Rules of the game systems: pure values, no framework, no clock, no dice of their own."""
