"""Computer players: they see a view, think on imagined states, and pick from the menu."""
