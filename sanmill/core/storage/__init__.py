"""Files of the app: atomic writes, declarations of their content, saved games."""
