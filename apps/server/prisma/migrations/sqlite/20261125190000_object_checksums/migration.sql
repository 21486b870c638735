-- CreateTable
CREATE TABLE "object_checksums" (
    "storage_config_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "etag" TEXT NOT NULL,
    "crc32" BIGINT NOT NULL,
    "used_at" DATETIME NOT NULL,

    PRIMARY KEY ("storage_config_id", "key"),
    CONSTRAINT "object_checksums_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "object_checksums_used_at_idx" ON "object_checksums"("used_at");
