"""How a state, an action and a game are written down: as JSON for files, and as text for people."""
