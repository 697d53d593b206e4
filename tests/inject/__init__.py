"""Tests of memory/inject."""
