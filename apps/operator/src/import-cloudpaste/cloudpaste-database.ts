import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isReserved } from '@satchel/server/object-store/reserved-keys';
import { StartError } from '@satchel/server/start-error';
import { z } from 'zod';

/** Time as ISO 8601 if the app wrote it, or in SQLite's own format, in UTC, if the database did. */
const time = z.string().transform((text, context) => {
  const iso = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
  const date = new Date(iso);
  if (!Number.isNaN(date.getTime())) return date;
  context.addIssue('is no time');
  return z.NEVER;
});
const timeOrNull = z
  .union([time, z.literal('').transform(() => null)])
  .nullish()
  .transform((value) => value ?? null);
const flag = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => Number(value) === 1);
const text = z
  .string()
  .nullish()
  .transform((value) => value || null);
/** Size or number of views; SQLite has larger integers than JavaScript. */
const count = z.coerce
  .number()
  .int()
  .max(Number.MAX_SAFE_INTEGER)
  .nonnegative()
  .nullish()
  .transform((value) => value || null);
/**
 * Key of an object. An empty key would be the bucket itself, and keys below `.satchel/` belong to other
 * shares.
 */
const objectKey = z
  .string()
  .min(1, 'is empty')
  .refine((key) => !isReserved(key), 'is reserved');
/** Refuses control characters, because the type is sent as a header. */
const mediaType = text.refine((type) => type === null || !/\p{Cc}/u.test(type), 'is no media type');
const creator = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Tables of CloudPaste 0.7 (CONTRACT F10), with the columns that are read. */
const TABLES = {
  system_settings: z.object({ key: z.string(), value: z.string().nullish() }),
  s3_configs: z.object({
    id: z.string().min(1),
    name: z.string(),
    provider_type: z.string(),
    endpoint_url: z.string(),
    bucket_name: z.string(),
    region: text,
    access_key_id: z.string(),
    secret_access_key: z.string(),
    path_style: flag,
    default_folder: text,
    is_public: flag,
    is_default: flag,
    total_storage_bytes: count,
    custom_host: text,
    signature_expires_in: count,
    created_at: time,
  }),
  storage_mounts: z.object({
    name: z.string(),
    storage_type: z.string(),
    storage_config_id: z.string(),
    mount_path: z.string(),
    remark: text,
    is_active: flag,
    sort_order: z.number().nullish(),
    cache_ttl: z.number().nullish(),
    web_proxy: flag,
    webdav_policy: text,
    enable_sign: flag,
    sign_expires: z.number().nullish(),
  }),
  api_keys: z.object({
    id: z.string().min(1),
    name: z.string(),
    key: z.string().min(1),
    permissions: z.coerce.number().int(),
    role: text,
    basic_path: text,
    is_guest: flag,
    last_used: timeOrNull,
    created_at: time,
    expires_at: time,
  }),
  pastes: z.object({
    id: z.string().min(1),
    slug: z.string(),
    content: z.string(),
    remark: text,
    password: text,
    expires_at: timeOrNull,
    max_views: count,
    views: count,
    created_by: creator,
    created_at: time,
    updated_at: time,
  }),
  paste_passwords: z.object({ paste_id: z.string(), plain_password: z.string() }),
  files: z.object({
    id: z.string().min(1),
    slug: z.string(),
    filename: z.string(),
    storage_config_id: z.string(),
    storage_path: objectKey,
    file_path: text,
    mimetype: mediaType,
    remark: text,
    password: text,
    expires_at: timeOrNull,
    max_views: count,
    views: count,
    use_proxy: flag,
    created_by: creator,
    created_at: time,
    updated_at: time,
  }),
  file_passwords: z.object({ file_id: z.string(), plain_password: z.string() }),
  admins: z.object({ username: z.string() }),
} as const;

type TableName = keyof typeof TABLES;
export type CloudPasteRow<Name extends TableName> = z.output<(typeof TABLES)[Name]>;

export interface CloudPasteDatabase extends Disposable {
  /** Yields valid rows; skips invalid ones and reports them. */
  rows<Name extends TableName>(
    table: Name,
    onBadRow?: (reason: string) => void,
  ): Generator<CloudPasteRow<Name>>;
}

/** @throws {StartError} if the file is no database of CloudPaste's */
export function openCloudPaste(path: string): CloudPasteDatabase {
  if (!existsSync(path)) throw new StartError(`${path} is not there.`);
  const database = new DatabaseSync(path, { readOnly: true });
  const missing = missingTables(database, path);
  if (missing.length > 0) {
    database.close();
    throw new StartError(
      `${path} is no database of CloudPaste 0.7: it has no ${missing.join(', ')}.`,
    );
  }
  return {
    *rows<Name extends TableName>(
      table: Name,
      onBadRow: (reason: string) => void = () => undefined,
    ) {
      const statement = database.prepare(`SELECT * FROM "${table}"`);
      // Otherwise Node refuses to read a row with an integer beyond the range of numbers.
      statement.setReadBigInts(true);
      for (const stored of statement.iterate()) {
        const row = withNumbers(stored);
        const result = TABLES[table].safeParse(row);
        if (result.success) yield result.data as CloudPasteRow<Name>;
        else
          onBadRow(
            `${row.slug ?? row.name ?? row.id}: ${result.error.issues[0]?.path.join('.')} ${result.error.issues[0]?.message}`,
          );
      }
    },
    [Symbol.dispose]: () => database.close(),
  };
}

/** Converts integers to numbers if they fit; the schemas refuse the others. */
function withNumbers(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(row).map(([name, value]) => {
    const isSafe = typeof value === 'bigint' && Number.isSafeInteger(Number(value));
    return [name, isSafe ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}

function missingTables(database: DatabaseSync, path: string): string[] {
  try {
    const found = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const names = new Set(found.map(({ name }) => String(name)));
    return Object.keys(TABLES).filter((name) => !names.has(name));
  } catch (cause) {
    database.close();
    throw new StartError(`${path} is no SQLite database.`, { cause });
  }
}
