"""Chapters 7 and 8: combat and overruns."""
