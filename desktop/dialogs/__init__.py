"""Dialogs: small windows that ask or tell one thing."""
