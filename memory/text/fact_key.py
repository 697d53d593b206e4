"""The key by which the same fact is known again (seed 000 section 3.3): lower case, no punctuation, 128 characters.

Letters and symbols are left alone, because folding more merged C with C++ and か with が; of a longer fact
the tail is kept as a digest, so that two long facts that begin alike stay two.
"""

from __future__ import annotations

import hashlib
import unicodedata

LENGTH = 128


def fact_key(fact: str) -> str:
    """At most 128 characters; "" only for a text of nothing but punctuation."""
    kept = "".join(c for c in fact.lower() if c in "#" or not unicodedata.category(c).startswith("P"))
    key = " ".join(kept.split())
    if len(key) <= LENGTH:
        return key
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{key[: LENGTH - 17]}~{digest}"
