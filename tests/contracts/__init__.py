"""What others expect of the plugin: the market, AstrBot, older files."""
