"""The panes of the window and what they are made of; they hold no logic and touch no SQL."""
