-- CreateTable
CREATE TABLE "bundles" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT,
    "message" TEXT,
    "sender" TEXT,
    "note" TEXT,
    "search_text" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "folder_path" TEXT,
    "storage_config_id" TEXT,
    "storage_path" TEXT,
    "password_hash" TEXT,
    "expires_at" TIMESTAMP(3),
    "max_views" INTEGER,
    "views" INTEGER NOT NULL DEFAULT 0,
    "use_proxy" BOOLEAN NOT NULL DEFAULT false,
    "notify_url" TEXT,
    "notify_secret" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "removal_revision" INTEGER NOT NULL DEFAULT 0,
    "created_by" TEXT NOT NULL,
    "used_up_at" TIMESTAMP(3),
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "bundles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "share_items" (
    "id" TEXT NOT NULL,
    "bundle_id" TEXT,
    "delivery_id" TEXT,
    "path" TEXT NOT NULL,
    "path_key" TEXT NOT NULL,
    "parent_key" TEXT NOT NULL,
    "sort_key" TEXT NOT NULL,
    "is_folder" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL,
    "write_id" TEXT,
    "storage_config_id" TEXT,
    "storage_path" TEXT,
    "file_path" TEXT,
    "mimetype" TEXT NOT NULL DEFAULT '',
    "size" BIGINT NOT NULL DEFAULT 0,
    "sent" BIGINT NOT NULL DEFAULT 0,
    "etag" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "share_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload_requests" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "message" TEXT,
    "note" TEXT,
    "search_text" TEXT NOT NULL,
    "folder_path" TEXT,
    "storage_config_id" TEXT NOT NULL,
    "storage_path" TEXT,
    "password_hash" TEXT,
    "expires_at" TIMESTAMP(3),
    "max_files" INTEGER,
    "max_file_bytes" BIGINT,
    "max_total_bytes" BIGINT,
    "types" TEXT,
    "wanted" TEXT,
    "ask_name" BOOLEAN NOT NULL DEFAULT false,
    "notify_url" TEXT,
    "notify_secret" TEXT,
    "file_count" INTEGER NOT NULL DEFAULT 0,
    "byte_count" BIGINT NOT NULL DEFAULT 0,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "upload_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "receipt" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "name" TEXT,
    "email" TEXT,
    "note" TEXT,
    "folder" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "is_seen" BOOLEAN NOT NULL DEFAULT false,
    "bundle_id" TEXT,
    "file_count" INTEGER NOT NULL DEFAULT 0,
    "byte_count" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "done_at" TIMESTAMP(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "next_attempt_at" TIMESTAMP(3),
    "delivered_at" TIMESTAMP(3),
    "created_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "bundles_slug_key" ON "bundles"("slug");

-- CreateIndex
CREATE INDEX "bundles_created_by_created_at_id_idx" ON "bundles"("created_by", "created_at", "id");

-- CreateIndex
CREATE INDEX "bundles_created_at_id_idx" ON "bundles"("created_at", "id");

-- CreateIndex
CREATE INDEX "bundles_expires_at_id_idx" ON "bundles"("expires_at", "id");

-- CreateIndex
CREATE INDEX "bundles_updated_at_id_idx" ON "bundles"("updated_at", "id");

-- CreateIndex
CREATE INDEX "bundles_views_id_idx" ON "bundles"("views", "id");

-- CreateIndex
CREATE INDEX "bundles_used_up_at_max_views_idx" ON "bundles"("used_up_at", "max_views");

-- CreateIndex
CREATE INDEX "bundles_storage_config_id_storage_path_idx" ON "bundles"("storage_config_id", "storage_path");

-- CreateIndex
CREATE UNIQUE INDEX "share_items_write_id_key" ON "share_items"("write_id");

-- CreateIndex
CREATE INDEX "share_items_bundle_id_parent_key_is_folder_sort_key_id_idx" ON "share_items"("bundle_id", "parent_key", "is_folder", "sort_key", "id");

-- CreateIndex
CREATE INDEX "share_items_bundle_id_state_revision_idx" ON "share_items"("bundle_id", "state", "revision");

-- CreateIndex
CREATE INDEX "share_items_storage_config_id_storage_path_idx" ON "share_items"("storage_config_id", "storage_path");

-- CreateIndex
CREATE UNIQUE INDEX "share_items_bundle_id_path_key_key" ON "share_items"("bundle_id", "path_key");

-- CreateIndex
CREATE UNIQUE INDEX "share_items_delivery_id_path_key_key" ON "share_items"("delivery_id", "path_key");

-- CreateIndex
CREATE UNIQUE INDEX "upload_requests_slug_key" ON "upload_requests"("slug");

-- CreateIndex
CREATE INDEX "upload_requests_created_by_created_at_id_idx" ON "upload_requests"("created_by", "created_at", "id");

-- CreateIndex
CREATE INDEX "upload_requests_created_at_id_idx" ON "upload_requests"("created_at", "id");

-- CreateIndex
CREATE INDEX "upload_requests_expires_at_id_idx" ON "upload_requests"("expires_at", "id");

-- CreateIndex
CREATE INDEX "upload_requests_updated_at_id_idx" ON "upload_requests"("updated_at", "id");

-- CreateIndex
CREATE INDEX "upload_requests_storage_config_id_storage_path_idx" ON "upload_requests"("storage_config_id", "storage_path");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_receipt_key" ON "deliveries"("receipt");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_token_hash_key" ON "deliveries"("token_hash");

-- CreateIndex
CREATE INDEX "deliveries_request_id_created_at_id_idx" ON "deliveries"("request_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "deliveries_updated_at_idx" ON "deliveries"("updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_request_id_folder_key" ON "deliveries"("request_id", "folder");

-- CreateIndex
CREATE INDEX "notifications_state_next_attempt_at_idx" ON "notifications"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "notifications_state_created_at_id_idx" ON "notifications"("state", "created_at", "id");

-- CreateIndex
CREATE INDEX "notifications_created_at_id_idx" ON "notifications"("created_at", "id");

-- AddForeignKey
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_items" ADD CONSTRAINT "share_items_bundle_id_fkey" FOREIGN KEY ("bundle_id") REFERENCES "bundles"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_items" ADD CONSTRAINT "share_items_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "share_items" ADD CONSTRAINT "share_items_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_requests" ADD CONSTRAINT "upload_requests_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "upload_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What lists of bundles in one state read: few rows of many, in the order of the list.
CREATE INDEX "bundles_limited_idx" ON "bundles"("created_at", "id") WHERE "max_views" IS NOT NULL;
CREATE INDEX "bundles_protected_idx" ON "bundles"("created_at", "id") WHERE "password_hash" IS NOT NULL;
CREATE INDEX "upload_requests_protected_idx" ON "upload_requests"("created_at", "id") WHERE "password_hash" IS NOT NULL;

-- Keys compare by their bytes, so that all below a prefix is one run of an index.
ALTER TABLE "bundles" ALTER COLUMN "storage_path" TYPE TEXT COLLATE "C";
ALTER TABLE "upload_requests" ALTER COLUMN "storage_path" TYPE TEXT COLLATE "C";
ALTER TABLE "share_items" ALTER COLUMN "storage_path" TYPE TEXT COLLATE "C";
ALTER TABLE "share_items" ALTER COLUMN "path" TYPE TEXT COLLATE "C";
ALTER TABLE "share_items" ALTER COLUMN "path_key" TYPE TEXT COLLATE "C";
ALTER TABLE "share_items" ALTER COLUMN "parent_key" TYPE TEXT COLLATE "C";
ALTER TABLE "share_items" ALTER COLUMN "sort_key" TYPE TEXT COLLATE "C";
