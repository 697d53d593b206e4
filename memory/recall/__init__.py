"""Which memories fit this moment: recipes that rank, and targets that a member names."""
