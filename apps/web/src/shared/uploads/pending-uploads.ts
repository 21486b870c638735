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
 * Time of files that were fetched from an address, which no file of a disk has. Nobody can choose them again,
 * so a cut upload of one is given up, and its link is free.
 */
export const FETCHED_AT_MS = -1;

/** Uploads of the present user that a reload, a crash or a log-out has cut, and that no tab runs. */
const pending = createOwnedAtom<readonly PendingUpload[]>(() => []);

async function findPending(): Promise<readonly PendingUpload[]> {
  const session = uploadSession();
  const stored = await session.pending();
  if (stored.length === 0) return [];
  const active = await activeUploads();
  const cut = stored.filter(({ file, target }) => !active.has(uploadKeyOf(file, target)));
  const isFetched = ({ file }: PendingUpload) => file.lastModified === FETCHED_AT_MS;
  // Those that fail are given up the next time.
  for (const each of cut.filter(isFetched)) session.discard(each).catch(() => {});
  return cut.filter((each) => !isFetched(each));
}

async function read(): Promise<void> {
  const owner = ownerOf(getSession());
  // A store that fails has nothing to resume, as for the engine.
  const found = await findPending().catch(() => []);
  if (owner !== ownerOf(getSession())) return;
  if (found.length > 0 || pending.get().length > 0) pending.set(found);
}

/** Reads again, in a moment, what can be resumed. */
export const readPendingUploads = collectCalls(200, read);

/** One kind of the uploads that can be resumed, by a field of its target. */
type PendingWith<Field extends string> = PendingUpload & {
  readonly target: Extract<PendingTarget, Readonly<Record<Field, unknown>>>;
};

export type PendingShare = PendingWith<'share'>;
export type PendingEntry = PendingWith<'directory'>;

const isShare = (each: PendingUpload): each is PendingShare => 'share' in each.target;
const isEntry = (each: PendingUpload): each is PendingEntry => 'directory' in each.target;

export const usePendingShares = (): readonly PendingShare[] => usePending(isShare);

export const usePendingEntries = (): readonly PendingEntry[] => usePending(isEntry);

function usePending<Kind extends PendingUpload>(
  isKind: (each: PendingUpload) => each is Kind,
): readonly Kind[] {
  useEffect(() => {
    const readAgain = () => void readPendingUploads();
    readAgain();
    // Another tab may have ended its own in the meantime.
    window.addEventListener('focus', readAgain);
    return () => window.removeEventListener('focus', readAgain);
  }, []);
  const all = useSelector(pending);
  return useMemo(() => all.filter(isKind), [all, isKind]);
}

/** The cut upload that a file belongs to. Where both were kept it was sent under a name with a number. */
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

/** Gives up an upload: removes what the storage has of it, and forgets it. */
export async function discardPending(given: PendingUpload): Promise<void> {
  await uploadSession().discard(given);
  pending.set((all) => all.filter((each) => each !== given));
}
