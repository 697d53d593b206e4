"""What the plugin costs and how well it finds; not shipped."""
