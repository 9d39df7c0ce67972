"""Pictures of pages (PNG, JPEG, TIFF with many pages, GIF, BMP, WebP), read by recognition."""
