"""The planner at cards: what each use of each card leads to, and the orders that a round is spent on."""
