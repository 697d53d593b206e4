"""The REST routes under the plugin's prefix, as one table, and their handlers."""
