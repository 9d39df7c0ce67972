"""Outlook's own formats: messages (.msg), compressed RTF bodies, winmail.dat."""
