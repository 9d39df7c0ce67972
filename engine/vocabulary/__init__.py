"""Synonyms and dictionaries as files that a lawyer can edit, TOML or CSV, and those that ship with the program."""
