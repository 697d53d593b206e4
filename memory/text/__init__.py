"""Everything that is known about plain text, as pure functions: zh and en first, other scripts kept whole.

scripts    which characters belong to which script, as pieces of regular expressions
lexicon    the word lists of data/lexicon, read once
fold       normal form for comparing; what may be stored as a line; which language
tokens     text -> terms for the full-text index; question -> a safe MATCH expression
escape     signs and emoji spelled in letters, so that SQLite leaves C++ in one piece
numerals   三十五, thirty-five, 35 -> 35
dates      days and months that a text names, as tokens; with
spans      their tokens, and
relative_days  those that count from today
fact_key   the key of seed 000 under which one fact is stored
keywords   the words of a message that mean something (segmenter)
stem       Porter's stemmer, and the smaller S-stemmer
content    a fact without its light words: the key under which it is compared
polarity   negated or not; opposite statements
overlap    how much two facts share; whether they are the same statement again
size       how many tokens of a prompt a text will cost
"""
