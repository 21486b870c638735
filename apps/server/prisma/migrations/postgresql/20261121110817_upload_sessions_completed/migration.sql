-- AlterTable
ALTER TABLE "upload_sessions" ADD COLUMN     "completed_at" TIMESTAMP(3);
