import { type DatabasePlace, openSchema } from '@satchel/server/database/schema/inspect-database';
import { quote } from '@satchel/server/database/schema-connection';
import { z } from 'zod';

/** Key of a row of `settings` that the API does not expose, like the claims. */
const KEY = 'backup.last';

const schema = z.object({ finishedAt: z.coerce.date(), bytes: z.number() });

export type LastBackup = z.infer<typeof schema>;

/** Records the backup for `satchel doctor`, which reports its age. */
export async function noteBackup(place: DatabasePlace, backup: LastBackup): Promise<void> {
  await using connection = await openSchema(place);
  const value = quote(JSON.stringify(backup));
  const at = quote(backup.finishedAt.toISOString().replace('Z', '+00:00'));
  await connection.run(
    `INSERT INTO "settings" ("key", "value", "created_at", "updated_at") VALUES (${quote(KEY)}, ${value}, ${at}, ${at})
     ON CONFLICT ("key") DO UPDATE SET "value" = ${value}, "updated_at" = ${at}`,
  );
}

export async function readLastBackup(place: DatabasePlace): Promise<LastBackup | undefined> {
  await using connection = await openSchema(place);
  const [row] = await connection.query(
    `SELECT "value" FROM "settings" WHERE "key" = ${quote(KEY)}`,
  );
  return row ? schema.parse(JSON.parse(String(row.value))) : undefined;
}
