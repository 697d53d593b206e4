"""What can be broken: one small tree, each error says what happened and what to do next.

Expected outcomes (nothing matched, the cap is reached) are values, never errors.
"""


class MemoryFault(Exception):
    """Root of everything this plugin raises on purpose."""


class StoreUnavailable(MemoryFault):
    """The database cannot be opened, read or written."""


class StoreFenced(StoreUnavailable):
    """A newer instance of the plugin has taken over the data folder; this one may only read."""


class StoreTooNew(StoreUnavailable):
    """The database was written by a newer version of the plugin."""


class BadGroupFile(MemoryFault):
    """A group file is not JSON in the shape of seed 003 section 2.3."""


class ChatUnavailable(MemoryFault):
    """No language model can be asked now: no provider, too slow, or failing. What waits for it waits on."""


class EmbedderUnavailable(MemoryFault):
    """No vectors can be had now: no provider, too slow, failing, or answering nonsense. Recall goes on without."""
