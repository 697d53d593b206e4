"""The plugin in a real AstrBot, seen from outside: chat, model and dashboard."""
