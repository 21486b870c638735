-- CreateTable
CREATE TABLE "object_writes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "storage_config_id" TEXT NOT NULL,
    "mount_id" TEXT,
    "object_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "claim" TEXT,
    "claimed_until" DATETIME,
    "holder" TEXT,
    "operation_id" TEXT,
    "reserved_bytes" BIGINT NOT NULL,
    "declared_bytes" BIGINT,
    "part_size" BIGINT,
    "may_overwrite" BOOLEAN NOT NULL,
    "upload_id" TEXT,
    "slug" TEXT,
    "details" TEXT,
    "etag" TEXT,
    "size" BIGINT,
    "created_by" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "object_writes_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "operations" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "progress" TEXT NOT NULL,
    "result" TEXT,
    "is_cancelled" BOOLEAN NOT NULL DEFAULT false,
    "holder" TEXT,
    "held_until" DATETIME,
    "created_by" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "object_writes_slug_key" ON "object_writes"("slug");

-- CreateIndex
CREATE INDEX "object_writes_storage_config_id_object_key_idx" ON "object_writes"("storage_config_id", "object_key");

-- CreateIndex
CREATE INDEX "object_writes_storage_config_id_upload_id_idx" ON "object_writes"("storage_config_id", "upload_id");

-- CreateIndex
CREATE INDEX "object_writes_storage_config_id_claim_idx" ON "object_writes"("storage_config_id", "claim");

-- CreateIndex
CREATE INDEX "object_writes_operation_id_idx" ON "object_writes"("operation_id");

-- CreateIndex
CREATE INDEX "object_writes_created_by_idx" ON "object_writes"("created_by");

-- CreateIndex
CREATE INDEX "object_writes_mount_id_idx" ON "object_writes"("mount_id");

-- CreateIndex
CREATE INDEX "object_writes_expires_at_idx" ON "object_writes"("expires_at");

-- CreateIndex
CREATE INDEX "operations_state_held_until_idx" ON "operations"("state", "held_until");

-- CreateIndex
CREATE INDEX "operations_updated_at_idx" ON "operations"("updated_at");

-- Uploads in parts go on, and what was PUT to a URL of its own has to begin anew.
INSERT INTO "object_writes" ("id", "storage_config_id", "mount_id", "object_key", "kind", "state", "reserved_bytes", "declared_bytes", "part_size", "may_overwrite", "upload_id", "created_by", "created_at", "updated_at", "expires_at")
SELECT 'entry-' || s."id", s."storage_config_id", s."mount_id", s."object_key", 'entry', 'open', s."file_size", s."file_size", s."part_size", true, s."upload_id", s."created_by", s."created_at", s."updated_at", s."updated_at"
FROM "upload_sessions" s JOIN "storage_configs" c ON c."id" = s."storage_config_id" WHERE s."completed_at" IS NULL;
INSERT INTO "object_writes" ("id", "storage_config_id", "object_key", "kind", "state", "reserved_bytes", "declared_bytes", "may_overwrite", "upload_id", "slug", "details", "created_by", "created_at", "updated_at", "expires_at")
SELECT "id", "storage_config_id", "storage_path", 'file_share', 'open', "size", "size", false, "upload_id", CASE WHEN "replaces_slug" IS NULL THEN "slug" END, json_object('filename', "filename", 'mimetype', "mimetype", 'remark', "remark", 'passwordHash', "password_hash", 'expiresAt', "expires_at", 'maxViews', "max_views", 'useProxy', json(CASE WHEN "use_proxy" THEN 'true' ELSE 'false' END), 'slug', COALESCE("replaces_slug", "slug"), 'isReplacing', json(CASE WHEN "replaces_slug" IS NOT NULL THEN 'true' ELSE 'false' END)), "created_by", "created_at", "updated_at", "updated_at"
FROM "file_shares" WHERE "committed_at" IS NULL AND "upload_id" IS NOT NULL;
INSERT INTO "pending_deletions" ("id", "storage_config_id", "object_key", "created_at")
SELECT 'share-' || "id", "storage_config_id", "storage_path", "created_at" FROM "file_shares" WHERE "committed_at" IS NULL AND "upload_id" IS NULL;
DELETE FROM "file_shares" WHERE "committed_at" IS NULL;

-- DropTable
DROP TABLE "upload_sessions";

-- DropTable
DROP TABLE "webdav_locks";

-- DropIndex
DROP INDEX "file_shares_committed_at_updated_at_idx";

-- AlterTable
ALTER TABLE "file_shares" DROP COLUMN "committed_at";
ALTER TABLE "file_shares" DROP COLUMN "replaces_slug";
ALTER TABLE "file_shares" DROP COLUMN "upload_id";

-- AlterTable
ALTER TABLE "storage_configs" ADD COLUMN "signs_content_length" BOOLEAN NOT NULL DEFAULT false;
