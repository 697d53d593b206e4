"""Tests of memory/policy."""
