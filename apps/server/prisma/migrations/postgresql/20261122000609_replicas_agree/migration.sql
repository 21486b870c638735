-- CreateTable
CREATE TABLE "known_sources" (
    "target" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "seen_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "known_sources_pkey" PRIMARY KEY ("target","source")
);

-- CreateTable
CREATE TABLE "url_probes" (
    "id" TEXT NOT NULL,
    "url_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "url_probes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cache_versions" (
    "topic" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "cache_versions_pkey" PRIMARY KEY ("topic")
);

-- CreateIndex
CREATE INDEX "known_sources_seen_at_idx" ON "known_sources"("seen_at");

-- CreateIndex
CREATE INDEX "url_probes_url_hash_idx" ON "url_probes"("url_hash");

-- CreateIndex
CREATE INDEX "url_probes_expires_at_idx" ON "url_probes"("expires_at");

-- CreateIndex
CREATE INDEX "failed_attempts_source_attempt_at_idx" ON "failed_attempts"("source", "attempt_at");
