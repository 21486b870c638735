import type { PendingTarget, PendingUpload } from '@satchel/api-client/pending-uploads';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useMemo } from 'react';
import { collectCalls } from '#shared/api/collect-calls.ts';
import { splitName } from '#shared/file-types/file-types.ts';
import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';
import { activeUploads, uploadKeyOf } from './active-uploads.ts';
import { uploadSession } from './upload-session.ts';

/**
 * Time of files that were fetched from an address, which no file on a disk has. The user cannot choose them
 * again, so an interrupted upload of one is discarded and its link becomes free.
 */
export const FETCHED_AT_MS = -1;

/**
 * Uploads of the current user that a reload, a crash or a log-out interrupted, and that no tab is running.
 */
const pending = createOwnedAtom<readonly PendingUpload[]>(() => []);

async function findPending(): Promise<readonly PendingUpload[]> {
  const session = uploadSession();
  const stored = await session.pending();
  if (stored.length === 0) return [];
  const active = await activeUploads();
  const cut = stored.filter(({ file, target }) => !active.has(uploadKeyOf(file, target)));
  const isFetched = ({ file }: PendingUpload) => file.lastModified === FETCHED_AT_MS;
  // Ignores failures; the next call discards them again.
  for (const each of cut.filter(isFetched)) session.discard(each).catch(() => {});
  return cut.filter((each) => !isFetched(each));
}

async function read(): Promise<void> {
  const owner = ownerOf(getSession());
  // Ignores a failing store, because then no upload can be resumed.
  const found = await findPending().catch(() => []);
  if (owner !== ownerOf(getSession())) return;
  if (found.length > 0 || pending.get().length > 0) pending.set(found);
}

/** Reloads the list of interrupted uploads. It collects calls for 200 ms. */
export const readPendingUploads = collectCalls(200, read);

/** Pending uploads of one kind, identified by a field of their target. */
type PendingWith<Field extends string> = PendingUpload & {
  readonly target: Extract<PendingTarget, Readonly<Record<Field, unknown>>>;
};

export type PendingShare = PendingWith<'share'>;
export type PendingEntry = PendingWith<'directory'>;

export const isPendingShare = (each: PendingUpload): each is PendingShare => 'share' in each.target;
const isEntry = (each: PendingUpload): each is PendingEntry => 'directory' in each.target;

export const usePendingShares = (): readonly PendingShare[] => usePending(isPendingShare);

export const usePendingEntries = (): readonly PendingEntry[] => usePending(isEntry);

function usePending<Kind extends PendingUpload>(
  isKind: (each: PendingUpload) => each is Kind,
): readonly Kind[] {
  useEffect(() => {
    const readAgain = () => void readPendingUploads();
    readAgain();
    // Another tab may have completed an upload in the meantime.
    window.addEventListener('focus', readAgain);
    return () => window.removeEventListener('focus', readAgain);
  }, []);
  const all = useSelector(pending);
  return useMemo(() => all.filter(isKind), [all, isKind]);
}

/**
 * The interrupted upload of a file. Numbers in the stored name are ignored, because "keep both" adds them.
 */
export function pendingFor<Pending extends PendingUpload>(
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  among: readonly Pending[],
): Pending | undefined {
  const [stem, extension] = splitName(file.name);
  const isName = (name: string) =>
    name === file.name || (name.startsWith(`${stem} (`) && name.endsWith(`)${extension}`));
  return among.find(
    ({ file: { name, size, lastModified } }) =>
      size === file.size && lastModified === file.lastModified && isName(name),
  );
}

/** Discards an upload: removes its parts from the storage, and its record from the browser. */
export async function discardPending(given: PendingUpload): Promise<void> {
  await uploadSession().discard(given);
  pending.set((all) => all.filter((each) => each !== given));
}
