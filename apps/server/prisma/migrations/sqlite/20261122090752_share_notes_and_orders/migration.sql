-- AlterTable
ALTER TABLE "text_shares" ADD COLUMN "note" TEXT;

-- AlterTable
ALTER TABLE "file_shares" ADD COLUMN "note" TEXT;

-- CreateIndex
CREATE INDEX "text_shares_updated_at_idx" ON "text_shares"("updated_at");

-- CreateIndex
CREATE INDEX "text_shares_content_length_idx" ON "text_shares"("content_length");

-- CreateIndex
CREATE INDEX "file_shares_updated_at_idx" ON "file_shares"("updated_at");

-- CreateIndex
CREATE INDEX "file_shares_size_idx" ON "file_shares"("size");
