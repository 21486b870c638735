-- DropForeignKey
ALTER TABLE "index_entries" DROP CONSTRAINT "index_entries_mount_id_fkey";

-- DropTable
DROP TABLE "index_entries";

-- CreateTable
CREATE TABLE "bucket_indexes" (
    "storage_config_id" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "crawl" INTEGER NOT NULL DEFAULT 0,
    "holder" TEXT,
    "held_until" TIMESTAMP(3),
    "started_at" TIMESTAMP(3),
    "indexed_at" TIMESTAMP(3),
    "finished_at" TIMESTAMP(3),
    "cleared_at" TIMESTAMP(3),
    "object_count" BIGINT NOT NULL DEFAULT 0,
    "total_bytes" BIGINT NOT NULL DEFAULT 0,
    "unlisted_count" BIGINT NOT NULL DEFAULT 0,
    "unlisted_bytes" BIGINT NOT NULL DEFAULT 0,
    "is_truncated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "bucket_indexes_pkey" PRIMARY KEY ("storage_config_id")
);

-- CreateTable
-- Keys compare by their bytes, whatever the locale of the database: what begins with a prefix is one
-- range of the primary key, as in SQLite and as S3 lists. Prisma has no word for it.
CREATE TABLE "bucket_entries" (
    "storage_config_id" TEXT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "search_name" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "etag" TEXT NOT NULL,
    "modified_ms" BIGINT NOT NULL,
    "crawl" INTEGER NOT NULL,
    "is_removed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "bucket_entries_pkey" PRIMARY KEY ("storage_config_id","key")
);

-- AddForeignKey
ALTER TABLE "bucket_indexes" ADD CONSTRAINT "bucket_indexes_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bucket_entries" ADD CONSTRAINT "bucket_entries_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
