"""Numbered migrations, each applied with its record in one transaction; applying them twice changes nothing.

A migration is a list of SQL statements that never changes once it was released. `tables.py` says what the
schema looks like after the last one, and a test compares the two.
"""

from __future__ import annotations

import uuid

from sqlalchemy import Connection, text

from ..errors import StoreTooNew

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE items (
            id INTEGER NOT NULL PRIMARY KEY, memory_id VARCHAR NOT NULL UNIQUE,
            scope VARCHAR NOT NULL, scope_id VARCHAR NOT NULL,
            platform_id VARCHAR NOT NULL, room_kind VARCHAR NOT NULL, room_id VARCHAR NOT NULL,
            owner_id VARCHAR NOT NULL, author_id VARCHAR NOT NULL,
            type VARCHAR NOT NULL, key VARCHAR, fact VARCHAR NOT NULL, fact_key VARCHAR NOT NULL,
            confidence FLOAT NOT NULL, importance FLOAT NOT NULL, source VARCHAR NOT NULL, status VARCHAR NOT NULL,
            evidence_count INTEGER NOT NULL, pinned BOOLEAN NOT NULL,
            valid_from INTEGER, valid_to INTEGER, superseded_by VARCHAR,
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, seq INTEGER NOT NULL,
            checksum VARCHAR NOT NULL, UNIQUE (scope, scope_id, fact_key))""",
        "CREATE INDEX items_by_scope ON items (scope, scope_id, status, seq)",
        "CREATE INDEX items_by_room ON items (platform_id, room_kind, room_id)",
        """CREATE TABLE events (
            id INTEGER NOT NULL PRIMARY KEY, event_id VARCHAR NOT NULL UNIQUE,
            scope VARCHAR NOT NULL, scope_id VARCHAR NOT NULL,
            source_type VARCHAR NOT NULL, source_role VARCHAR NOT NULL, content JSON NOT NULL,
            platform_id VARCHAR, session_id VARCHAR, sender_id VARCHAR NOT NULL, sender_name VARCHAR NOT NULL,
            message_id VARCHAR NOT NULL, created_at INTEGER NOT NULL)""",
        "CREATE INDEX events_by_scope ON events (scope, scope_id, created_at)",
        """CREATE TABLE evidence (
            id INTEGER NOT NULL PRIMARY KEY, memory_id VARCHAR NOT NULL, event_id VARCHAR NOT NULL,
            extraction_method VARCHAR NOT NULL, extraction_meta JSON NOT NULL, created_at INTEGER NOT NULL,
            UNIQUE (memory_id, event_id))""",
        "CREATE INDEX evidence_by_event ON evidence (event_id)",
        """CREATE TABLE history (
            id INTEGER NOT NULL PRIMARY KEY, memory_id VARCHAR NOT NULL, event VARCHAR NOT NULL,
            old_ref VARCHAR, new_ref VARCHAR, actor VARCHAR, meta JSON NOT NULL, ts INTEGER NOT NULL)""",
        "CREATE INDEX history_by_memory ON history (memory_id, ts)",
        "CREATE TABLE paused (scope_id VARCHAR NOT NULL PRIMARY KEY, since INTEGER NOT NULL)",
        """CREATE TABLE members (
            room_scope_id VARCHAR NOT NULL, sender_id VARCHAR NOT NULL, name VARCHAR NOT NULL,
            seen_at INTEGER NOT NULL, PRIMARY KEY (room_scope_id, sender_id))""",
        "CREATE TABLE settings (name VARCHAR NOT NULL PRIMARY KEY, value VARCHAR NOT NULL)",
        "INSERT INTO settings (name, value) VALUES ('seq', '0'), ('epoch', '0')",
    ),
    (
        "ALTER TABLE items ADD COLUMN access_count INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE items ADD COLUMN last_accessed INTEGER",
        "CREATE INDEX events_by_message ON events (scope, scope_id, message_id)",
        """CREATE TABLE vectors (
            kind VARCHAR NOT NULL, row_id INTEGER NOT NULL, scope VARCHAR NOT NULL, scope_id VARCHAR NOT NULL,
            model VARCHAR NOT NULL, dim INTEGER NOT NULL, vector BLOB NOT NULL, stamp INTEGER NOT NULL,
            PRIMARY KEY (kind, row_id))""",
        "CREATE INDEX vectors_by_scope ON vectors (kind, scope, scope_id, model, stamp)",
        """CREATE TABLE embedders (
            model VARCHAR NOT NULL PRIMARY KEY, dim INTEGER NOT NULL, means BLOB NOT NULL,
            measured_at INTEGER NOT NULL)""",
    ),
    (
        "ALTER TABLE items ADD COLUMN ttl_days INTEGER",
        "ALTER TABLE events ADD COLUMN audience VARCHAR NOT NULL DEFAULT ''",
        "ALTER TABLE events ADD COLUMN room_id VARCHAR NOT NULL DEFAULT ''",
        "ALTER TABLE events ADD COLUMN reply_to VARCHAR NOT NULL DEFAULT ''",
        "ALTER TABLE events ADD COLUMN mentions JSON NOT NULL DEFAULT '[]'",
        """CREATE TABLE ops (
            id INTEGER NOT NULL PRIMARY KEY, user_id VARCHAR NOT NULL, thread_id VARCHAR NOT NULL,
            node VARCHAR NOT NULL, op VARCHAR NOT NULL, status VARCHAR NOT NULL, memory_id VARCHAR,
            category VARCHAR, sim FLOAT, ts INTEGER NOT NULL, reason VARCHAR NOT NULL, count INTEGER NOT NULL)""",
        "CREATE INDEX ops_by_user ON ops (user_id, ts)",
        "CREATE INDEX ops_by_node ON ops (node, ts)",
        "CREATE INDEX ops_by_thread ON ops (thread_id, ts)",
        """CREATE TABLE cursors (
            scope VARCHAR NOT NULL, scope_id VARCHAR NOT NULL, row_id INTEGER NOT NULL,
            failures INTEGER NOT NULL, retry_at INTEGER NOT NULL, session_start INTEGER NOT NULL,
            last_at INTEGER NOT NULL, PRIMARY KEY (scope, scope_id))""",
        """CREATE TABLE spend (
            id INTEGER NOT NULL PRIMARY KEY, ts INTEGER NOT NULL, thread_id VARCHAR NOT NULL,
            tokens INTEGER NOT NULL)""",
        "CREATE INDEX spend_by_time ON spend (ts)",
        """CREATE TABLE proposals (
            memory_id VARCHAR NOT NULL PRIMARY KEY, scope VARCHAR NOT NULL, scope_id VARCHAR NOT NULL,
            field VARCHAR NOT NULL, value VARCHAR NOT NULL, session VARCHAR NOT NULL, language VARCHAR NOT NULL,
            status VARCHAR NOT NULL, created_at INTEGER NOT NULL, asked_at INTEGER, decided_at INTEGER)""",
        "CREATE INDEX proposals_by_scope ON proposals (scope, scope_id)",
        """CREATE TABLE forgotten (
            scope VARCHAR NOT NULL, scope_id VARCHAR NOT NULL, print VARCHAR NOT NULL, at INTEGER NOT NULL,
            PRIMARY KEY (scope, scope_id, print))""",
        "INSERT INTO settings (name, value) VALUES ('forget_salt', lower(hex(randomblob(16)))), ('read_only', '')",
    ),
)


def migrate(connection: Connection) -> int:
    """Bring the schema to the newest version; returns how many migrations ran.

    Runs inside the caller's transaction. Raises StoreTooNew where the file is from a newer plugin.
    """
    version = int(connection.execute(text("PRAGMA user_version")).scalar_one())
    if version > len(MIGRATIONS):
        raise StoreTooNew(
            f"the memory database has schema {version}, this plugin knows {len(MIGRATIONS)}: "
            "update the plugin, or move the database away to start anew"
        )
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(text(statement))
    connection.execute(text(f"PRAGMA user_version = {len(MIGRATIONS)}"))
    _name_the_store(connection)
    return len(MIGRATIONS) - version


def _name_the_store(connection: Connection) -> None:
    """Group files carry this id, so that a start can tell its own from those that were dropped in."""
    connection.execute(
        text("INSERT OR IGNORE INTO settings (name, value) VALUES ('store_id', :id)"),
        {"id": str(uuid.uuid4())},
    )
