"""The 110 strategy cards: one small function an event."""
