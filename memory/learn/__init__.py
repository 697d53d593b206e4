"""What a message teaches: facts, and how they meet what is known already."""
