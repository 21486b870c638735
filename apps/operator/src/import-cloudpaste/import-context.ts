import type { Database } from '@satchel/server/database';
import type { ObjectStores } from '@satchel/server/object-store/object-stores';
import { hashPassword } from '@satchel/server/security/passwords';
import { randomToken } from '@satchel/server/security/random';
import type { SecretKey } from '@satchel/server/security/secret-key';
import { checkSlug } from '@satchel/server/share-rules/slug';
import type { CloudPasteDatabase } from './cloudpaste-database.ts';
import type { ImportReport, Kind } from './report.ts';

/** Dependencies of every part of an import. */
export interface ImportContext {
  readonly source: CloudPasteDatabase;
  readonly database: Database;
  readonly objectStores: ObjectStores;
  readonly secretKey: SecretKey;
  readonly report: ImportReport;
  /** True for a dry run, which writes nothing. */
  readonly isDry: boolean;
  readonly isInPlace: boolean;
  /** Administrator who becomes the owner of all items of CloudPaste's administrators. */
  readonly admin: { readonly id: string; readonly username: string };
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Maps the owner: API keys keep their shares; all administrators become the one of this server. */
export function ownerOf({ admin }: ImportContext, createdBy: string): string {
  return createdBy.startsWith('apikey:') ? createdBy : admin.id;
}

const GENERATED_LENGTH = 16;

/**
 * Hashes a share's password. CloudPaste stores passwords in plain text next to an unsalted hash. If
 * only the hash is left, the password is unknown, and the share gets a random one instead of none.
 */
export async function passwordHashOf(
  { report, isDry }: ImportContext,
  kind: Kind,
  slug: string,
  hash: string | null,
  plain: string | undefined,
): Promise<string | null> {
  if (hash === null) return null;
  const password = plain ?? randomToken().slice(0, GENERATED_LENGTH);
  if (plain === undefined) {
    report.problem(
      kind,
      `${slug}: its password is unknown, and is now ${isDry ? 'a new one' : password}`,
    );
  }
  return isDry ? null : hashPassword(password);
}

/** @returns undefined if the slug cannot be used here; a random one replaces it */
export function slugHere(slug: string, isTaken: boolean): string | undefined {
  if (isTaken || !/^[\w-]{1,50}$/.test(slug)) return undefined;
  try {
    return checkSlug(slug);
  } catch {
    return undefined;
  }
}

/** True if a share has expired or is used up. */
export function isOver(
  share: {
    readonly expires_at: Date | null;
    readonly max_views: number | null;
    readonly views: number | null;
  },
  now: Date,
): boolean {
  const isUsedUp = share.max_views !== null && (share.views ?? 0) >= share.max_views;
  return isUsedUp || (share.expires_at !== null && share.expires_at <= now);
}
