import { isApiError } from '@satchel/api-client/api-error';
import type { PendingUpload } from '@satchel/api-client/pending-uploads';
import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { client } from '#shared/api/client.ts';
import { type NewLink, newLinkOf } from '#shared/shares/result/share-result.ts';
import { ownKeyOf } from '#shared/shares/share-queries.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { activeUploads } from '#shared/uploads/active-uploads.ts';
import { isPendingShare, type PendingShare, pendingFor } from '#shared/uploads/pending-uploads.ts';
import { uploadSession } from '#shared/uploads/upload-session.ts';
import { readListsAgain } from '../upload-hooks.ts';
import { chunksOf, FILES_PER_CALL } from './announcements.ts';
import { findExpected } from './bundle-files.ts';
import { amountOf, createBundleTask } from './bundle-task.ts';
import { requestOf } from './start-bundle.ts';
import { type BegunBundle, begunBundles, bundleKeyOf, forgetBundle } from './unfinished-store.ts';

/** A bundle whose upload a reload, a crash or a log-out interrupted, and that no tab is filling. */
export interface UnfinishedBundle extends BegunBundle {
  readonly share: NewLink;
  readonly arrived: { readonly count: number; readonly bytes: number };
  /** Files that were announced and have not arrived. */
  readonly expected: readonly { path: string; size: number }[];
  /** Their uploads that have begun. */
  readonly pending: readonly PendingShare[];
}

const isOfBundle = ({ target }: PendingShare, id: string) => target.share.bundle_id === id;

/** Bundles that the user can continue. */
export function useUnfinishedBundles(): readonly UnfinishedBundle[] {
  const ids = useSelector(begunBundles, (begun) => begun.map(({ id }) => id).join());
  const { data } = useQuery({
    queryKey: [...ownKeyOf('bundles'), 'unfinished', ids],
    queryFn: ({ signal }) => readUnfinished(signal),
    // Another tab may have continued or completed one in the meantime.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    enabled: ids !== '',
  });
  return data ?? [];
}

async function readUnfinished(signal: AbortSignal): Promise<UnfinishedBundle[]> {
  const active = await activeUploads();
  const begun = begunBundles.get().filter(({ id }) => !active.has(bundleKeyOf(id)));
  // Ignores a failing store, because then the files are uploaded from their start.
  const pending = await uploadSession()
    .pending()
    .catch((): PendingUpload[] => []);
  const shares = pending.filter(isPendingShare);
  const found = begun.map(async (bundle) => {
    const own = shares.filter((each) => isOfBundle(each, bundle.id));
    const read = await readBundle(bundle, own, signal);
    if (read) return [read];
    forgetBundle(bundle.id);
    // Ignores failures; the storage removes such parts itself after a day.
    for (const each of own)
      uploadSession()
        .discard(each)
        .catch(() => undefined);
    return [];
  });
  return (await Promise.all(found)).flat();
}

/** Returns null if the bundle is complete or gone. */
async function readBundle(
  begun: BegunBundle,
  pending: readonly PendingShare[],
  signal: AbortSignal,
): Promise<UnfinishedBundle | null> {
  const { id } = begun;
  try {
    const bundle = await client.bundles.get({ params: { id } }, { signal });
    if (bundle.state === 'complete') return null;
    const expected = await readExpected(id, signal);
    const arrived = { count: bundle.item_count ?? 0, bytes: bundle.total_size ?? 0 };
    return { ...begun, share: newLinkOf('bundle', bundle), arrived, expected, pending };
  } catch (error) {
    if (isApiError(error) && error.code === 'bundles.not_found') return null;
    throw error;
  }
}

async function readExpected(id: string, signal: AbortSignal) {
  const expected: { path: string; size: number }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { coming: true, limit: FILES_PER_CALL, ...(cursor && { cursor }) };
    const page: Awaited<ReturnType<typeof client.bundles.listItems>> =
      await client.bundles.listItems({ params: { id }, query }, { signal });
    for (const { path, size } of page.items) expected.push({ path, size: size ?? 0 });
    cursor = page.next_cursor;
  }
  return expected;
}

/**
 * Uploads the expected files among those that the user has chosen again. Returns false if there are none.
 *
 * @throws {ApiError} if the server refuses the announcement
 */
export async function resumeBundle(
  bundle: UnfinishedBundle,
  chosen: readonly ChosenFile[],
): Promise<boolean> {
  const found = findExpected(chosen, bundle.expected);
  if (found.length === 0) return false;
  const begun = found.map(({ file, expected: { path } }) => ({
    file,
    path,
    upload: pendingFor(
      file,
      bundle.pending.filter(({ target }) => target.share.relative_path === path),
    ),
  }));
  await releasePaths(
    bundle.id,
    begun.filter(({ upload }) => !upload).map(({ path }) => path),
  );
  const requests = begun.map(({ upload, ...file }) => {
    const request = requestOf(file, bundle);
    return upload ? { ...request, share: upload.target.share } : request;
  });
  const bytesOf = (files: readonly { readonly size: number }[]) =>
    files.reduce((sum, { size }) => sum + size, 0);
  const { task, begin } = createBundleTask({
    share: bundle.share,
    title: bundle.title,
    known: amountOf(requests),
    isReading: false,
    stored: bundle.arrived,
    missing: {
      count: bundle.expected.length - found.length,
      bytes: bytesOf(bundle.expected) - bytesOf(found.map(({ expected }) => expected)),
    },
  });
  tasks.add([task]);
  try {
    await begin(requests);
  } catch (error) {
    tasks.remove([task.id]);
    throw error;
  } finally {
    void readListsAgain();
  }
  return true;
}

/**
 * Removes the places of files whose uploads this browser does not know, because an upload that a reload cut
 * before its first answer would keep the place, and the file would arrive under another name.
 */
async function releasePaths(id: string, all: readonly string[]): Promise<void> {
  for (const paths of chunksOf(all)) {
    await client.bundles.removeItems({ params: { id }, body: { paths } });
  }
}

/** Completes a bundle without the files that are missing. */
export async function finishBundle({ id, pending }: UnfinishedBundle): Promise<void> {
  for (const each of pending) await uploadSession().discard(each);
  await client.bundles.complete({ params: { id } });
  forgetBundle(id);
  void readListsAgain();
}
