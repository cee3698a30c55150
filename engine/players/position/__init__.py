"""A position as one side weighs it: fields over the board, distances, supply, and what the enemy could do next."""
