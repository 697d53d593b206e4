"""How memories are shown to the model: as data, in one block, within its limits."""
