"""Checks, pictures and the driver behind them. A package of its own, whatever else is called so elsewhere."""
