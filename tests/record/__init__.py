"""Tests of memory/record."""
