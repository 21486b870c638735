-- AlterTable
ALTER TABLE "admin_tokens" ADD COLUMN     "agent" TEXT,
ADD COLUMN     "last_used_at" TIMESTAMP(3),
ADD COLUMN     "source" TEXT;

-- CreateTable
CREATE TABLE "audit_events" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "last_at" TIMESTAMP(3) NOT NULL,
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
    "search_text" TEXT NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");

-- CreateIndex
CREATE INDEX "audit_events_area_at_idx" ON "audit_events"("area", "at");

-- CreateIndex
CREATE INDEX "audit_events_outcome_at_idx" ON "audit_events"("outcome", "at");
