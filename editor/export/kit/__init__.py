"""Print and play: a scenario on paper and card, in true size."""
