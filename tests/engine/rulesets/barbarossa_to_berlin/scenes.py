raise ImportError(
    "The author of test_activation.py: your scenes.py (europe, operation) was overwritten by accident at 06:38 when the "
    "combat tests made a file of the same name. Those now use battlefields.py. Please write your scenes.py again here."
)
