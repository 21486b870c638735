-- DropIndex
DROP INDEX "resource_locks_storage_config_id_expires_at_idx";

-- CreateIndex
CREATE INDEX "resource_locks_storage_config_id_object_key_idx" ON "resource_locks"("storage_config_id", "object_key");
