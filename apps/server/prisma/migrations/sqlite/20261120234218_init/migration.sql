-- CreateTable
CREATE TABLE "admins" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "username" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "admin_tokens" (
    "token_hash" TEXT NOT NULL PRIMARY KEY,
    "admin_id" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "admin_tokens_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admins" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "key_masked" TEXT NOT NULL,
    "permissions" INTEGER NOT NULL DEFAULT 0,
    "role" TEXT NOT NULL DEFAULT 'GENERAL',
    "basic_path" TEXT NOT NULL DEFAULT '/',
    "is_guest" BOOLEAN NOT NULL DEFAULT false,
    "last_used_at" DATETIME,
    "expires_at" DATETIME NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "text_shares" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "slug" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "preview" TEXT NOT NULL,
    "content_length" INTEGER NOT NULL,
    "search_text" TEXT NOT NULL,
    "remark" TEXT,
    "password_hash" TEXT,
    "expires_at" DATETIME,
    "max_views" INTEGER,
    "views" INTEGER NOT NULL DEFAULT 0,
    "created_by" TEXT NOT NULL,
    "used_up_at" DATETIME,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "storage_configs" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "provider_type" TEXT NOT NULL,
    "is_embedded" BOOLEAN NOT NULL DEFAULT false,
    "endpoint_url" TEXT NOT NULL,
    "public_endpoint_url" TEXT,
    "bucket_name" TEXT NOT NULL,
    "region" TEXT NOT NULL DEFAULT '',
    "access_key_id" TEXT NOT NULL,
    "secret_access_key_encrypted" TEXT NOT NULL,
    "path_style" BOOLEAN NOT NULL DEFAULT true,
    "default_folder" TEXT NOT NULL DEFAULT '',
    "custom_host" TEXT,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "total_storage_bytes" BIGINT,
    "signature_expires_in" INTEGER NOT NULL DEFAULT 3600,
    "admin_id" TEXT,
    "last_used_at" DATETIME,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "file_shares" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "slug" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "search_text" TEXT NOT NULL,
    "storage_config_id" TEXT NOT NULL,
    "storage_path" TEXT NOT NULL,
    "file_path" TEXT,
    "mimetype" TEXT NOT NULL,
    "size" BIGINT NOT NULL DEFAULT 0,
    "etag" TEXT,
    "remark" TEXT,
    "password_hash" TEXT,
    "expires_at" DATETIME,
    "max_views" INTEGER,
    "views" INTEGER NOT NULL DEFAULT 0,
    "use_proxy" BOOLEAN NOT NULL DEFAULT false,
    "created_by" TEXT NOT NULL,
    "upload_id" TEXT,
    "committed_at" DATETIME,
    "used_up_at" DATETIME,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "file_shares_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "mounts" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "storage_type" TEXT NOT NULL DEFAULT 'S3',
    "storage_config_id" TEXT NOT NULL,
    "mount_path" TEXT NOT NULL,
    "remark" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "cache_ttl_seconds" INTEGER NOT NULL DEFAULT 300,
    "web_proxy" BOOLEAN NOT NULL DEFAULT false,
    "enable_sign" BOOLEAN NOT NULL DEFAULT false,
    "sign_expires" INTEGER,
    "webdav_policy" TEXT NOT NULL DEFAULT 'native_proxy',
    "created_by" TEXT NOT NULL,
    "last_used_at" DATETIME,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "mounts_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "index_entries" (
    "mount_id" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "search_text" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "etag" TEXT,
    "modified_at" DATETIME NOT NULL,
    "crawled_at" DATETIME NOT NULL,

    PRIMARY KEY ("mount_id", "path"),
    CONSTRAINT "index_entries_mount_id_fkey" FOREIGN KEY ("mount_id") REFERENCES "mounts" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "failed_attempts" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "target" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "attempt_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "upload_sessions" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "upload_id" TEXT NOT NULL,
    "storage_config_id" TEXT NOT NULL,
    "mount_id" TEXT,
    "object_key" TEXT NOT NULL,
    "file_size" BIGINT NOT NULL,
    "part_size" BIGINT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "pending_deletions" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "storage_config_id" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "upload_id" TEXT,
    "created_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "leases" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "holder" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "webdav_locks" (
    "token" TEXT NOT NULL PRIMARY KEY,
    "path" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "depth" TEXT NOT NULL,
    "owner" TEXT,
    "created_by" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "created_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "admins_username_key" ON "admins"("username");

-- CreateIndex
CREATE INDEX "admin_tokens_admin_id_created_at_idx" ON "admin_tokens"("admin_id", "created_at");

-- CreateIndex
CREATE INDEX "admin_tokens_expires_at_idx" ON "admin_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_name_key" ON "api_keys"("name");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "text_shares_slug_key" ON "text_shares"("slug");

-- CreateIndex
CREATE INDEX "text_shares_created_by_created_at_idx" ON "text_shares"("created_by", "created_at");

-- CreateIndex
CREATE INDEX "text_shares_created_at_idx" ON "text_shares"("created_at");

-- CreateIndex
CREATE INDEX "text_shares_expires_at_idx" ON "text_shares"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "file_shares_slug_key" ON "file_shares"("slug");

-- CreateIndex
CREATE INDEX "file_shares_created_by_created_at_idx" ON "file_shares"("created_by", "created_at");

-- CreateIndex
CREATE INDEX "file_shares_created_at_idx" ON "file_shares"("created_at");

-- CreateIndex
CREATE INDEX "file_shares_expires_at_idx" ON "file_shares"("expires_at");

-- CreateIndex
CREATE INDEX "file_shares_storage_config_id_storage_path_idx" ON "file_shares"("storage_config_id", "storage_path");

-- CreateIndex
CREATE INDEX "file_shares_committed_at_updated_at_idx" ON "file_shares"("committed_at", "updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "mounts_mount_path_key" ON "mounts"("mount_path");

-- CreateIndex
CREATE INDEX "mounts_storage_config_id_idx" ON "mounts"("storage_config_id");

-- CreateIndex
CREATE INDEX "failed_attempts_target_source_attempt_at_idx" ON "failed_attempts"("target", "source", "attempt_at");

-- CreateIndex
CREATE INDEX "failed_attempts_attempt_at_idx" ON "failed_attempts"("attempt_at");

-- CreateIndex
CREATE INDEX "upload_sessions_updated_at_idx" ON "upload_sessions"("updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "upload_sessions_storage_config_id_upload_id_key" ON "upload_sessions"("storage_config_id", "upload_id");

-- CreateIndex
CREATE INDEX "pending_deletions_created_at_idx" ON "pending_deletions"("created_at");

-- CreateIndex
CREATE INDEX "webdav_locks_path_idx" ON "webdav_locks"("path");

-- CreateIndex
CREATE INDEX "webdav_locks_expires_at_idx" ON "webdav_locks"("expires_at");
