"""Spreadsheets and tables in text form: every sheet as tables, values as they are displayed."""
