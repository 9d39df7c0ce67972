"""Every constant that decides the quality or the cost of a search, with its reason. Tuned on kinds, never on questions."""

from __future__ import annotations

# ---- the published recipe (design: Search, first list)
PHRASE_BONUS_PLAIN = 0.3
OVERFETCH_FACTOR = 12  # rows pulled for each hit asked for, so that the cap per document never shrinks the result …
OVERFETCH_MOST = 400  # … up to this many
CAP_PER_DOCUMENT = 2
CAP_NAMED_DOCUMENT = 40
RECIPROCAL_RANK_K = 60  # Cormack, Clarke and Büttcher, SIGIR 2009

# ---- ours: what may cost time
RARE_MATCHES = 4000  # rare words are taken until this many matches; a match costs about 5 µs here
ENOUGH_ROWS = 300  # when all words are common, combinations are loosened until this many rows
COMBINATIONS_MOST = 40  # of common words tried, once anything was found: each is an index scan of its own
RANKED_ROWS = 600  # rows that get the costly rank, whatever the query

# ---- ours: the rank
# Worth of a word by where it stands, as ts_rank wants it: {D, C, B, A} = text, headings above, title, own heading.
FIELD_WEIGHTS = (0.6, 0.4, 0.6, 1.0)
LENGTH_WORTH = 0.1  # how much a long passage pays for its length (BM25's b; sections of law vary little)
SATURATION = 0.4  # the rank of one word is r / (r + this): repeating a word soon stops paying
PAIR_WORTH = 0.3  # of the rarer word's weight, for each two words that stand next to each other as asked
COMPOUND_WORTH = 0.6  # a compound with the word asked, or the parts of the compound asked, against the word itself
COMPOUND_LEAST = 4  # letters of a word before compounds are looked for
COMPOUND_PART_LEAST = 4  # letters of each part of a compound that is taken apart
COMPOUNDS_MOST = 24  # compounds of one word that are searched on each side, the commonest first
# Synonyms: tried on a hundred everyday questions written for it and on headings as queries, which they must not harm.
SYNONYM_WORTH = 0.85  # a word of the same meaning, against the word asked
POINTED_WORTH = 1.0  # what an everyday phrase points to
POINTING_WORTH = 0.25  # the words of a phrase that points elsewhere, against the same words elsewhere
SYNONYM_CLOSE = 10  # times the passages of a group's rarest word: so common words are weighed with it, others apart
SYNONYM_MATCHES = 2000  # of synonyms, taken besides RARE_MATCHES: they must not push out the words asked
ALTERNATIVES_MOST = 24  # queries that synonyms add to the rank of each candidate, the rarest first
PHRASES_MOST = 3  # of them phrases, for each word asked
PHRASE_SCALE = 0.6  # of the rank of a phrase: two words side by side rank 0.6 in a text, one word 0.36
PHRASE_GAP = 2  # words that may stand inside a phrase of a group: "slo ham ned"
NOT_IN_FORCE_WORTH = 0.5  # a section that is repealed or not yet in force, against the same words in force
CITED_BONUS = 100.0  # a section that the query cites stands in a tier of its own
CITED_WITHOUT_ACT_BONUS = 3.0  # "§ 15-7" alone: its number is worth a rare word or so, other words choose the act
ACT_NAMED_BONUS = 2.0  # a section of the act that the query names, in rare words' worth
