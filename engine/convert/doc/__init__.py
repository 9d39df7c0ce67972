"""Word's old binary documents (.doc): turned into the new form, or read as bare text when that fails."""
