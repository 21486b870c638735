-- CreateTable
CREATE TABLE "known_sources" (
    "target" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "seen_at" DATETIME NOT NULL,

    PRIMARY KEY ("target", "source")
);

-- CreateTable
CREATE TABLE "url_probes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "url_hash" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "cache_versions" (
    "topic" TEXT NOT NULL PRIMARY KEY,
    "version" INTEGER NOT NULL DEFAULT 0
);

-- CreateIndex
CREATE INDEX "known_sources_seen_at_idx" ON "known_sources"("seen_at");

-- CreateIndex
CREATE INDEX "url_probes_url_hash_idx" ON "url_probes"("url_hash");

-- CreateIndex
CREATE INDEX "url_probes_expires_at_idx" ON "url_probes"("expires_at");

-- CreateIndex
CREATE INDEX "failed_attempts_source_attempt_at_idx" ON "failed_attempts"("source", "attempt_at");
