"""What a player looks up: the cases of a game's rules and its charts, beside a game or without one."""
