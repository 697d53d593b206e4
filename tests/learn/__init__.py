"""Tests of memory/learn."""
