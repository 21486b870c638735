import { z } from 'zod';

/** The first entry of an archive. */
export const MANIFEST_NAME = 'manifest.json';
/** The last one: a line for each other, as `sha256sum` writes and checks them. */
export const SUMS_NAME = 'SHA256SUMS';
export const SECRET_NAME = 'secret.key';
export const STORE_ID_NAME = 'objects/store.id';
export const FORMAT = 1;

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  database: z.enum(['sqlite', 'postgresql']),
  /** Those that made the tables, in order. */
  migrations: z.array(z.string()).min(1),
  /** Whether the embedded store's objects are in it. */
  hasObjects: z.boolean(),
  /** Whether the secret key is in it; else it came from the environment, and has to again. */
  hasSecretKey: z.boolean(),
  /** Tells the secret key that is needed from others. */
  secretKeyClaim: z.string(),
});

/** Description of an archive. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The names that an archive may have, so that none leads out of the folder it is unpacked to. */
const ALLOWED =
  /^(manifest\.json|secret\.key|SHA256SUMS|objects\/store\.id|database\/[a-z_]+\/\d{6}\.jsonl|objects\/buckets\/[a-z0-9][a-z0-9.-]+\/(bucket\.json|journal|data\/[a-z0-9]+\/[a-f0-9]+(\/[\w-]+)?))$/;

export function isArchiveName(name: string): boolean {
  return ALLOWED.test(name) && !name.includes('..');
}

export function rowsNameOf(table: string, number: number): string {
  return `database/${table}/${String(number).padStart(6, '0')}.jsonl`;
}

/** The table of an entry with rows. */
export function tableOf(name: string): string | undefined {
  return /^database\/([a-z_]+)\//.exec(name)?.[1];
}
