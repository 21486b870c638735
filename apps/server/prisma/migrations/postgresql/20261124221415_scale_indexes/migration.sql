-- DropIndex
DROP INDEX "text_shares_created_by_created_at_idx";

-- DropIndex
DROP INDEX "text_shares_created_at_idx";

-- DropIndex
DROP INDEX "text_shares_expires_at_idx";

-- DropIndex
DROP INDEX "text_shares_updated_at_idx";

-- DropIndex
DROP INDEX "text_shares_content_length_idx";

-- DropIndex
DROP INDEX "file_shares_created_by_created_at_idx";

-- DropIndex
DROP INDEX "file_shares_created_at_idx";

-- DropIndex
DROP INDEX "file_shares_expires_at_idx";

-- DropIndex
DROP INDEX "file_shares_updated_at_idx";

-- DropIndex
DROP INDEX "file_shares_size_idx";

-- DropIndex
DROP INDEX "pending_deletions_created_at_idx";

-- DropIndex
DROP INDEX "audit_events_at_idx";

-- DropIndex
DROP INDEX "audit_events_area_at_idx";

-- DropIndex
DROP INDEX "audit_events_outcome_at_idx";

-- CreateIndex
CREATE INDEX "text_shares_created_by_created_at_id_idx" ON "text_shares"("created_by", "created_at", "id");

-- CreateIndex
CREATE INDEX "text_shares_created_at_id_idx" ON "text_shares"("created_at", "id");

-- CreateIndex
CREATE INDEX "text_shares_expires_at_id_idx" ON "text_shares"("expires_at", "id");

-- CreateIndex
CREATE INDEX "text_shares_updated_at_id_idx" ON "text_shares"("updated_at", "id");

-- CreateIndex
CREATE INDEX "text_shares_content_length_id_idx" ON "text_shares"("content_length", "id");

-- CreateIndex
CREATE INDEX "text_shares_views_id_idx" ON "text_shares"("views", "id");

-- CreateIndex
CREATE INDEX "text_shares_used_up_at_max_views_idx" ON "text_shares"("used_up_at", "max_views");

-- CreateIndex
CREATE INDEX "file_shares_created_by_created_at_id_idx" ON "file_shares"("created_by", "created_at", "id");

-- CreateIndex
CREATE INDEX "file_shares_created_at_id_idx" ON "file_shares"("created_at", "id");

-- CreateIndex
CREATE INDEX "file_shares_expires_at_id_idx" ON "file_shares"("expires_at", "id");

-- CreateIndex
CREATE INDEX "file_shares_updated_at_id_idx" ON "file_shares"("updated_at", "id");

-- CreateIndex
CREATE INDEX "file_shares_size_id_idx" ON "file_shares"("size", "id");

-- CreateIndex
CREATE INDEX "file_shares_filename_id_idx" ON "file_shares"("filename", "id");

-- CreateIndex
CREATE INDEX "file_shares_views_id_idx" ON "file_shares"("views", "id");

-- CreateIndex
CREATE INDEX "file_shares_used_up_at_max_views_idx" ON "file_shares"("used_up_at", "max_views");

-- CreateIndex
CREATE INDEX "object_writes_holder_idx" ON "object_writes"("holder");

-- CreateIndex
CREATE INDEX "pending_deletions_storage_config_id_created_at_idx" ON "pending_deletions"("storage_config_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_events_at_id_idx" ON "audit_events"("at", "id");

-- CreateIndex
CREATE INDEX "audit_events_area_at_id_idx" ON "audit_events"("area", "at", "id");

-- CreateIndex
CREATE INDEX "audit_events_outcome_at_id_idx" ON "audit_events"("outcome", "at", "id");

-- What lists of shares in one state read: few rows of many, in the order of the list.
CREATE INDEX "text_shares_limited_idx" ON "text_shares"("created_at", "id") WHERE "max_views" IS NOT NULL;
CREATE INDEX "text_shares_protected_idx" ON "text_shares"("created_at", "id") WHERE "password_hash" IS NOT NULL;
CREATE INDEX "file_shares_limited_idx" ON "file_shares"("created_at", "id") WHERE "max_views" IS NOT NULL;
CREATE INDEX "file_shares_protected_idx" ON "file_shares"("created_at", "id") WHERE "password_hash" IS NOT NULL;

-- Keys compare by their bytes, so that all below a prefix is one run of an index.
ALTER TABLE "dead_properties" ALTER COLUMN "object_key" TYPE TEXT COLLATE "C";
ALTER TABLE "file_shares" ALTER COLUMN "storage_path" TYPE TEXT COLLATE "C";
