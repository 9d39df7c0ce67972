"""Web pages to Markdown: an own renderer, so that words stay as shown and list numbers stay as printed."""
