"""Tests of memory/recall."""
