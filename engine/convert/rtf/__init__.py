"""RTF documents, and what Outlook hides in RTF."""
