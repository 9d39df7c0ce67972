"""Numbered SQL files that bring an older database to the state of ``schema.sql``, one after the other."""
