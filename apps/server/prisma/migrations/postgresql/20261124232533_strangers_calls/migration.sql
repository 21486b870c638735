-- AlterTable
ALTER TABLE "repeated_calls" ADD COLUMN     "stranger" TEXT;

-- CreateIndex
CREATE INDEX "repeated_calls_stranger_expires_at_idx" ON "repeated_calls"("stranger", "expires_at");
