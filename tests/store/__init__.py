"""Tests of memory/store."""
