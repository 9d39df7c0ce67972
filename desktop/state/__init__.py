"""What the window knows, apart from how it is drawn: the open matter, the question, the source that is shown."""
