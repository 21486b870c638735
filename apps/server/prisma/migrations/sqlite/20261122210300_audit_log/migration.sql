-- AlterTable
ALTER TABLE "admin_tokens" ADD COLUMN "agent" TEXT;
ALTER TABLE "admin_tokens" ADD COLUMN "last_used_at" DATETIME;
ALTER TABLE "admin_tokens" ADD COLUMN "source" TEXT;

-- CreateTable
CREATE TABLE "audit_events" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL,
    "last_at" DATETIME NOT NULL,
    "action" TEXT NOT NULL,
    "area" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT,
    "source" TEXT,
    "agent" TEXT,
    "target" TEXT,
    "details" TEXT,
    "occurrences" INTEGER NOT NULL DEFAULT 1,
    "search_text" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");

-- CreateIndex
CREATE INDEX "audit_events_area_at_idx" ON "audit_events"("area", "at");

-- CreateIndex
CREATE INDEX "audit_events_outcome_at_idx" ON "audit_events"("outcome", "at");
