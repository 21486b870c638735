-- AlterTable
ALTER TABLE "dead_properties" ADD COLUMN     "bytes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "set_by" TEXT NOT NULL DEFAULT '';
UPDATE "dead_properties" SET "bytes" = 64 + octet_length("element") + octet_length("object_key" || "namespace" || "name");

-- CreateIndex
CREATE INDEX "dead_properties_storage_config_id_set_by_bytes_idx" ON "dead_properties"("storage_config_id", "set_by", "bytes");
