"""What may be kept, shown, and for whom: pure functions, no I/O."""
