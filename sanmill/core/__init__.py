"""Plain Python: game tree, records, settings, storage, statistics, i18n, themes. Imports the standard library only."""
