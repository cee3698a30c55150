"""Chapters 8 to 10, 12, 13, 22 and 29: fighting."""
