"""The commands of ``ordrett``, one module for each group. Each adds its parsers and returns an exit code."""
