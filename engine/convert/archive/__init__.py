"""Archives: their members become files of their own, within limits."""
