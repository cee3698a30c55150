"""The planner: where all units should stand, ways of going on, and how they come out when a game is rehearsed."""
