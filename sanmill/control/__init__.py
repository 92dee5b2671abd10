"""The control layer: intents and events in, views out. Knows the engine, not the screen."""
