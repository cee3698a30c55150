"""Play mode: a game on the screen. The menu of the rules is drawn; nothing here decides what is allowed."""
