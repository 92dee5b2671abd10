"""Algorithm and weights of the engine."""
