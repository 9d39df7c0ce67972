-- Tells the planner about everything that an import fills.
analyze document, passage, passage_index, term
