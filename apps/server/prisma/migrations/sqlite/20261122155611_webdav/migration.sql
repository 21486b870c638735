-- CreateTable
CREATE TABLE "resource_locks" (
    "token" TEXT NOT NULL PRIMARY KEY,
    "storage_config_id" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "is_deep" BOOLEAN NOT NULL,
    "owner" TEXT,
    "timeout_seconds" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "resource_locks_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "dead_properties" (
    "storage_config_id" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "element" TEXT NOT NULL,

    PRIMARY KEY ("storage_config_id", "object_key", "namespace", "name"),
    CONSTRAINT "dead_properties_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "resource_locks_storage_config_id_expires_at_idx" ON "resource_locks"("storage_config_id", "expires_at");

-- CreateIndex
CREATE INDEX "resource_locks_created_by_idx" ON "resource_locks"("created_by");

-- CreateIndex
CREATE INDEX "resource_locks_expires_at_idx" ON "resource_locks"("expires_at");
