-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_text_shares" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "slug" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "preview" TEXT NOT NULL,
    "content_length" INTEGER NOT NULL,
    "search_text" TEXT NOT NULL,
    "remark" TEXT,
    "kind" TEXT NOT NULL DEFAULT 'markdown',
    "language" TEXT,
    "password_hash" TEXT,
    "expires_at" DATETIME,
    "max_views" INTEGER,
    "views" INTEGER NOT NULL DEFAULT 0,
    "created_by" TEXT NOT NULL,
    "used_up_at" DATETIME,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);
INSERT INTO "new_text_shares" ("content", "content_length", "created_at", "created_by", "expires_at", "id", "max_views", "password_hash", "preview", "remark", "search_text", "slug", "updated_at", "used_up_at", "views") SELECT "content", "content_length", "created_at", "created_by", "expires_at", "id", "max_views", "password_hash", "preview", "remark", "search_text", "slug", "updated_at", "used_up_at", "views" FROM "text_shares";
DROP TABLE "text_shares";
ALTER TABLE "new_text_shares" RENAME TO "text_shares";
CREATE UNIQUE INDEX "text_shares_slug_key" ON "text_shares"("slug");
CREATE INDEX "text_shares_created_by_created_at_idx" ON "text_shares"("created_by", "created_at");
CREATE INDEX "text_shares_created_at_idx" ON "text_shares"("created_at");
CREATE INDEX "text_shares_expires_at_idx" ON "text_shares"("expires_at");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
