"""The walk of a message through 群忆, and where to find each step.

    a message is heard ─► record ─► learn ─► store ─► recall ─► inject ─► the model answers

policy/   what may be kept and shown, and for whom (pure functions)
learn/    what a message teaches: facts, merges, contradictions
store/    rows are the truth: SQLite, its migrations, the group files beside it
recall/   which memories fit this moment
inject/   how they are shown to the model
app.py    builds all of it and knows the order; host_astrbot.py is the only door to AstrBot
"""
