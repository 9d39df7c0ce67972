"""Presentations (PPTX): every slide with its title, text, tables, charts and speaker notes."""
