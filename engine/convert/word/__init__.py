"""Word documents (DOCX, DOCM): an own walk over the parts, so that numbers, notes and changes are as Word
shows them.
"""
