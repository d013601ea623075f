"""The four variants; each module holds only what it changes."""
