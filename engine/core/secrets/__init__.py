"""What a side may see, and what it may imagine of the rest."""
