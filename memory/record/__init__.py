"""Step 1: what was heard becomes rows, in batches, off the path of the reply."""
