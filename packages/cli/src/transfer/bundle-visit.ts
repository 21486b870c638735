import { type Client, isApiError } from '@satchel/api-client';
import type { VisitedBundle } from '@satchel/api-client/contract/bundle-visit-shapes';
import type { DownloadSource } from './download.ts';
import type { VisitRecord } from './records.ts';

/** Age at which a grant is renewed, in milliseconds: some minutes before it ends after an hour. */
const GRANT_MAX_AGE_MS = 50 * 60 * 1000;

/** Password and link of a bundle. */
export interface BundleAccess {
  readonly client: Client;
  readonly serverUrl: string;
  readonly slug: string;
  /** Called only if the bundle has a password. */
  readonly password: () => Promise<string>;
  readonly signal: AbortSignal;
}

/** Bundle that is opened when its content is first needed. One counted visit serves everything for an hour. */
export interface BundleVisit {
  /** Bundle before its visit; undefined if it is used up and an interrupted run's visit is used. */
  readonly bundle: VisitedBundle | undefined;
  /** Returns the grant. Opens the bundle if there is none yet, or if it is about to end. */
  grant(): Promise<VisitGrant>;
}

type VisitGrant = Pick<VisitRecord, 'grant' | 'visitedAtMs'>;

export function bundleId({ serverUrl, slug }: Pick<BundleAccess, 'serverUrl' | 'slug'>): string {
  return `${serverUrl}/share/${slug}`;
}

/**
 * Finds a bundle. Its visit is counted with the first call of `grant`.
 *
 * @param record visit of an interrupted run, which is used again while it is valid
 * @throws {ApiError} if the bundle does not exist, or no longer exists
 */
export async function findBundle(
  access: BundleAccess,
  record: VisitRecord | undefined,
): Promise<BundleVisit> {
  const isValid = record !== undefined && isFresh(record) && (await holds(access, record.grant));
  const bundle = await peekAt(access).catch((error: unknown) => {
    if (isValid) return undefined;
    throw error;
  });
  let current: Promise<VisitGrant> | undefined = isValid ? Promise.resolve(record) : undefined;
  const visit = () => {
    const visiting = open(access).then(({ grant = '' }) => ({ grant, visitedAtMs: Date.now() }));
    visiting.catch(() => {
      current = undefined;
    });
    return visiting;
  };
  return {
    bundle,
    async grant() {
      const before = current;
      if (before !== undefined && isFresh(await before)) return before;
      // The first of several downloads that find the grant old renews it.
      if (current === before) current = visit();
      return current ?? before ?? visit();
    },
  };
}

const isFresh = ({ visitedAtMs }: { readonly visitedAtMs: number }) =>
  Date.now() - visitedAtMs < GRANT_MAX_AGE_MS;

function peekAt({ client, slug, signal }: BundleAccess): Promise<VisitedBundle> {
  return client.bundles.view({ params: { slug }, query: { peek: true } }, { signal });
}

async function open(access: BundleAccess): Promise<VisitedBundle> {
  const { client, slug, signal } = access;
  const params = { slug };
  const { requires_password } = await peekAt(access);
  if (!requires_password) return client.bundles.view({ params }, { signal });
  const password = await access.password();
  return client.bundles.unlock({ params, body: { password } }, { signal });
}

/** Whether the server accepts a grant. The sender ends all grants by changing the bundle. */
async function holds({ client, slug, signal }: BundleAccess, grant: string): Promise<boolean> {
  try {
    await client.bundles.items({ params: { slug }, query: { grant, limit: 1 } }, { signal });
    return true;
  } catch (error) {
    // A busy server has not refused it, and opening the bundle again would cost a visit.
    if (isApiError(error) && [401, 403, 404, 410].includes(error.status)) return false;
    throw error;
  }
}

/**
 * Source for a file of a bundle.
 *
 * @param isReported true if the owner's webhook is called for the download
 */
export function itemSource(
  { client, serverUrl, slug, signal }: BundleAccess,
  visit: BundleVisit,
  path: string,
  isReported: boolean,
): DownloadSource {
  return {
    id: `${bundleId({ serverUrl, slug })}/${path}`,
    name: path.slice(path.lastIndexOf('/') + 1),
    async open(headers) {
      const { grant } = await visit.grant();
      const query = { grant, ...(isReported && { download: true }) };
      return client.bundles.readFile({ params: { slug }, path, query }, { headers, signal });
    },
  };
}

/** Source for a bundle, or for one of its folders, as a zip archive. */
export function archiveSource(
  { client, serverUrl, slug, signal }: BundleAccess,
  visit: BundleVisit,
  name: string,
  folder: string | undefined,
): DownloadSource {
  return {
    id: `${bundleId({ serverUrl, slug })}?zip=${folder ?? ''}`,
    name: `${name}.zip`,
    async open(headers) {
      const query = { grant: (await visit.grant()).grant, path: folder };
      return client.bundles.archive({ params: { slug }, query }, { headers, signal });
    },
  };
}
