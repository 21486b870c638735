-- AlterTable
ALTER TABLE "text_shares" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'markdown',
ADD COLUMN     "language" TEXT;
