"""A chat is a test: what members say, what is kept, what the model is shown."""
