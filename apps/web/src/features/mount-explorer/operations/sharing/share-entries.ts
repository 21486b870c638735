import { client } from '#shared/api/client.ts';
import { once } from '#shared/api/once.ts';
import { useChange } from '#shared/api/use-change.ts';
import { plainFieldsOf, type ShareOptions } from '#shared/shares/options/share-options.ts';
import { type NewLink, newLinkOf } from '#shared/shares/result/share-result.ts';
import { ownKeyOf } from '#shared/shares/share-queries.ts';
import type { Entry } from '../../queries.ts';
import { addToBundle } from './add-to-bundle.ts';

export interface EntryShareOptions extends ShareOptions {
  /** Whether visitors download through the server. */
  readonly useProxy: boolean;
  /** Name of the sender and message, which only bundles have. */
  readonly sender: string;
  readonly message: string;
}

/** True for one file, which gets a file share. A folder or several entries get a bundle. */
export function isOneFile(entries: readonly Entry[]): boolean {
  return entries.length === 1 && entries[0]?.isDirectory === false;
}

/**
 * Shares entries of mounts without a copy. The call that makes the link sets the password too, so that nothing
 * is ever open without it.
 */
export const useShareEntries = (entries: readonly Entry[]) =>
  useChange(
    (options: EntryShareOptions) => shareEntries(entries, options),
    ownKeyOf('file-shares'),
    ownKeyOf('bundles'),
  );

async function shareEntries(
  entries: readonly Entry[],
  options: EntryShareOptions,
): Promise<NewLink> {
  const [first] = entries;
  if (first && isOneFile(entries)) return shareFile(first.path, options);
  const path = entries.length === 1 ? first?.path : undefined;
  const { remark: title } = plainFieldsOf(options);
  const { sender, message } = options;
  const bundle = await client.bundles.create(
    {
      body: { ...commonFieldsOf(options), title, sender, message, ...(path && { path }) },
    },
    once(),
  );
  if (path === undefined) {
    await fillBundle(
      bundle.id,
      entries.map((entry) => entry.path),
    );
  }
  return newLinkOf('bundle', bundle);
}

async function shareFile(path: string, options: EntryShareOptions): Promise<NewLink> {
  const { remark } = plainFieldsOf(options);
  const made = await client.fs.share(
    { body: { ...commonFieldsOf(options), path, remark } },
    once(),
  );
  return newLinkOf('file', { ...made, id: made.fileId });
}

/** Fields that file shares and bundles have under the same names. */
function commonFieldsOf(options: EntryShareOptions) {
  return {
    slug: options.slug,
    password: options.password,
    max_views: plainFieldsOf(options).maxViews,
    expires_in: Number(options.expiryHours),
    use_proxy: options.useProxy,
  };
}

/**
 * Adds the entries to a new bundle and completes it. Deletes the bundle if none could be added, so that the
 * user can try again with the same slug.
 */
async function fillBundle(id: string, paths: string[]): Promise<void> {
  try {
    await addToBundle(id, paths);
    await client.bundles.complete({ params: { id } });
  } catch (error) {
    await client.bundles.delete({ body: { ids: [id] } }).catch(() => undefined);
    throw error;
  }
}
