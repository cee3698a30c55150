"""Chapter 10: lines of communication, states of supply and what they do."""
