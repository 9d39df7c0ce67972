"""Reading scans with Tesseract: words with boxes and confidence, the right way up."""
