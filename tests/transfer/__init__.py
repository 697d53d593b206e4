"""Tests of memory/transfer."""
