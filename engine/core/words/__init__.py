"""The words of a game that a person may type, and what they may have meant."""
