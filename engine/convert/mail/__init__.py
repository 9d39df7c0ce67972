"""Mail: messages with their fields, bodies and attachments, mailboxes, and pages saved as mail (MHTML)."""
