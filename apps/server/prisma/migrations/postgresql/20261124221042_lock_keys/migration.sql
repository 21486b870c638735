-- DropIndex
DROP INDEX "resource_locks_storage_config_id_expires_at_idx";

-- Names are looked for by ranges, which have to be in the order of their bytes.
ALTER TABLE "resource_locks" ALTER COLUMN "object_key" TYPE TEXT COLLATE "C";

-- CreateIndex
CREATE INDEX "resource_locks_storage_config_id_object_key_idx" ON "resource_locks"("storage_config_id", "object_key");
