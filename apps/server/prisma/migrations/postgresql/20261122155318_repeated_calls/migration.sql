-- CreateTable
CREATE TABLE "repeated_calls" (
    "id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "reply" TEXT,
    "holder" TEXT NOT NULL,
    "held_until" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "repeated_calls_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "repeated_calls_expires_at_idx" ON "repeated_calls"("expires_at");
