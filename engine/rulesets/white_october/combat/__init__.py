"""Chapter 8: bombardments and attacks, from their declaration to the last advance."""
