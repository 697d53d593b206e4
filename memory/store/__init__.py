"""Rows are the truth: one SQLite file, its migrations, one module a noun, and the group files derived from it."""
