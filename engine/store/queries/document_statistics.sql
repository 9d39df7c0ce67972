-- Tells the planner how many documents there are and how they are spread over packs.
analyze document
