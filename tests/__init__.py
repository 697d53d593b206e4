"""Tests mirror memory/; walk/ plays chats, e2e/ drives the real AstrBot."""
