"""Memories in and out as files."""
