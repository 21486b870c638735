-- AlterTable
ALTER TABLE "file_shares" ADD COLUMN "replaces_slug" TEXT;
