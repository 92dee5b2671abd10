"""The user's course: exercises from mistakes in own games."""
