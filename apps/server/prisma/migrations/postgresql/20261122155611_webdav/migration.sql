-- CreateTable
CREATE TABLE "resource_locks" (
    "token" TEXT NOT NULL,
    "storage_config_id" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "is_deep" BOOLEAN NOT NULL,
    "owner" TEXT,
    "timeout_seconds" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "resource_locks_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "dead_properties" (
    "storage_config_id" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "namespace" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "element" TEXT NOT NULL,

    CONSTRAINT "dead_properties_pkey" PRIMARY KEY ("storage_config_id","object_key","namespace","name")
);

-- CreateIndex
CREATE INDEX "resource_locks_storage_config_id_expires_at_idx" ON "resource_locks"("storage_config_id", "expires_at");

-- CreateIndex
CREATE INDEX "resource_locks_created_by_idx" ON "resource_locks"("created_by");

-- CreateIndex
CREATE INDEX "resource_locks_expires_at_idx" ON "resource_locks"("expires_at");

-- AddForeignKey
ALTER TABLE "resource_locks" ADD CONSTRAINT "resource_locks_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dead_properties" ADD CONSTRAINT "dead_properties_storage_config_id_fkey" FOREIGN KEY ("storage_config_id") REFERENCES "storage_configs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
