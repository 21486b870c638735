import { z } from 'zod';

/** First entry of an archive. */
export const MANIFEST_NAME = 'manifest.json';
/** Last entry: one line for each other entry, in the format of `sha256sum`. */
export const SUMS_NAME = 'SHA256SUMS';
export const SECRET_NAME = 'secret.key';
export const STORE_ID_NAME = 'objects/store.id';
export const FORMAT = 1;

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  database: z.enum(['sqlite', 'postgresql']),
  /** Migrations that created the tables, in order. */
  migrations: z.array(z.string()).min(1),
  /** True if it contains the embedded store's objects. */
  hasObjects: z.boolean(),
  /** True if it contains the secret key; otherwise the key must be set in the environment. */
  hasSecretKey: z.boolean(),
  /** Claim that identifies the required secret key. */
  secretKeyClaim: z.string(),
});

/** Description of an archive. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Entry names that are allowed in an archive, so that none leads out of the target folder. */
const ALLOWED =
  /^(manifest\.json|secret\.key|SHA256SUMS|objects\/store\.id|database\/[a-z_]+\/\d{6}\.jsonl|objects\/buckets\/[a-z0-9][a-z0-9.-]+\/(bucket\.json|journal|data\/[a-z0-9]+\/[a-f0-9]+(\/[\w-]+)?))$/;

export function isArchiveName(name: string): boolean {
  return ALLOWED.test(name) && !name.includes('..');
}

export function rowsNameOf(table: string, number: number): string {
  return `database/${table}/${String(number).padStart(6, '0')}.jsonl`;
}

/** Table of an entry with rows. */
export function tableOf(name: string): string | undefined {
  return /^database\/([a-z_]+)\//.exec(name)?.[1];
}
