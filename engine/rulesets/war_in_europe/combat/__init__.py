"""Chapters 11 and 12: attacks, their tables, and what comes of them."""
