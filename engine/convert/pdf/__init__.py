"""PDF to Markdown on pdfium: characters with boxes → words → lines → columns → paragraphs, headings, notes,
tables.
"""
