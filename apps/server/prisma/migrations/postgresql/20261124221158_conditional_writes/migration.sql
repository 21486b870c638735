-- AlterTable
ALTER TABLE "storage_configs" ADD COLUMN     "conditional_calls" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "object_writes" ADD COLUMN     "if_match" TEXT,
ADD COLUMN     "if_none_match" TEXT;
