"""The screens, in Kivy. Views in, intents out; no rules and no game state live here."""
