import { database, type IncomingItem } from '#shared/offline/database.ts';

/** Target of the system's share sheet: `share_target` of the manifest. */
export const SHARE_TARGET = '/share-target';
/** Maximum number of files per share, because a page of another site may post here, too. */
const MAX_FILES = 100;
/** Limits of the stored items: their number, and the bytes of all of them. */
const MAX_ITEMS = 5;
const MAX_BYTES = 2 * 1024 ** 3;

/** Stores the content from the share sheet, and opens the page that offers to share it. */
export async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const parts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim());
  // A form without files has one without a name.
  const files = form.getAll('files').filter((entry) => entry instanceof File && entry.name !== '');
  const given = { text: withoutRepetitions(parts).join('\n'), receivedAtMs: Date.now() };
  if (given.text !== '' || files.length > 0) {
    const kept = (files as File[]).slice(0, MAX_FILES);
    await limitIncoming({ ...given, files: kept, leftOut: files.length - kept.length })
      // The browser has no space for the files, so the user learns that they are missing.
      .catch(() => limitIncoming({ ...given, files: [], leftOut: files.length }))
      .catch(() => undefined);
  }
  return Response.redirect(files.length > 0 ? '/upload' : '/', 303);
}

/**
 * Stores an item without files that exceed the limit, and how many those are. Deletes the oldest other items if all exceed it
 * together.
 */
export async function limitIncoming(item: IncomingItem): Promise<void> {
  let room = MAX_BYTES;
  const files = item.files.filter(({ size }) => {
    if (size > room) return false;
    room -= size;
    return true;
  });
  await database.transaction('rw', database.incoming, async () => {
    const newestFirst = await database.incoming.orderBy('id').reverse().toArray();
    const isKept = (other: IncomingItem, at: number) => {
      room -= other.files.reduce((sum, { size }) => sum + size, 0);
      return room >= 0 && at < MAX_ITEMS - 1;
    };
    const gone = newestFirst.filter((other, at) => !isKept(other, at));
    await database.incoming.bulkDelete(gone.flatMap(({ id }) => id ?? []));
    const leftOut = (item.leftOut ?? 0) + item.files.length - files.length;
    await database.incoming.add({ ...item, files, leftOut });
  });
}

/** Removes repeated parts, because programs often repeat the link or the title in the text. */
export function withoutRepetitions(parts: readonly string[]): string[] {
  return parts.filter(
    (part, index) =>
      part !== '' &&
      !parts.some((other, at) => (other === part ? at < index : other.includes(part))),
  );
}
