-- RedefineTables
-- The index of trigrams refers to rows by SQLite's own number, so the table can be no WITHOUT ROWID. In the
-- order of the key a search that reads a run of the primary key still reads neighbours.
CREATE TABLE "new_bucket_entries" (
    "storage_config_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "search_name" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "etag" TEXT NOT NULL,
    "modified_ms" BIGINT NOT NULL,
    "crawl" INTEGER NOT NULL,
    "is_removed" BOOLEAN NOT NULL DEFAULT false,

    PRIMARY KEY ("storage_config_id", "key"),
    CONSTRAINT "bucket_entries_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_bucket_entries" ("storage_config_id", "key", "search_name", "size", "etag", "modified_ms", "crawl", "is_removed")
SELECT "storage_config_id", "key", "search_name", "size", "etag", "modified_ms", "crawl", "is_removed" FROM "bucket_entries"
ORDER BY "storage_config_id", "key";
DROP TABLE "bucket_entries";
ALTER TABLE "new_bucket_entries" RENAME TO "bucket_entries";
