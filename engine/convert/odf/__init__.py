"""OpenDocument files (ODT, ODS, ODP), read from their own XML."""
