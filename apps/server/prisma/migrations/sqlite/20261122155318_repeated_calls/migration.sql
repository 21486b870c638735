-- CreateTable
CREATE TABLE "repeated_calls" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "fingerprint" TEXT NOT NULL,
    "reply" TEXT,
    "holder" TEXT NOT NULL,
    "held_until" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "repeated_calls_expires_at_idx" ON "repeated_calls"("expires_at");
