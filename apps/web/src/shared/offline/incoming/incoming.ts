import { createAtom } from '@tanstack/react-store';
import { readDraft, readLongDraft, writeDraft } from '#shared/markdown/drafts/draft-store.ts';
import { readTextFile } from '#shared/markdown/editor/text-file.ts';
import { addChosenFiles } from '#shared/uploads/choosing/chosen-files.ts';
import { database, type IncomingItem } from '../database.ts';

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Browser API with the files that the app was opened with. */
interface LaunchQueue {
  setConsumer(
    consume: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void,
  ): void;
}

/** Items from other programs, oldest first, until the user shares or discards them. */
export const incomingItems = createAtom<readonly IncomingItem[]>([]);

/** Reads the items again, and deletes those older than a week. */
export async function readIncoming(): Promise<void> {
  const nowMs = Date.now();
  const items = await database.incoming.toArray().catch(() => []);
  const old = items.filter(({ receivedAtMs }) => nowMs - receivedAtMs >= KEPT_MS);
  for (const { id } of old) if (id !== undefined) await database.incoming.delete(id);
  incomingItems.set(items.filter((item) => !old.includes(item)));
}

export async function discardIncoming({ id }: IncomingItem): Promise<void> {
  if (id !== undefined) await database.incoming.delete(id);
  await readIncoming();
}

/** Moves an item to the page that can share it: texts to the editor on Home, files to the upload page. */
export async function placeIncoming(item: IncomingItem): Promise<'/' | '/upload'> {
  const { text, files } = item;
  if (files.length > 0) addChosenFiles(files.map((file) => ({ file, directory: '' })));
  if (text !== '') await addToNewText(text);
  await discardIncoming(item);
  return files.length > 0 ? '/upload' : '/';
}

/** Accepts the text files that the operating system opens with the app. */
export function takeLaunchedFiles(): void {
  const { launchQueue } = window as { readonly launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    for (const handle of files) void keepFile(handle);
  });
}

/** Stores the text of a file, or the file itself if it has none that the editor can hold. */
async function keepFile(handle: FileSystemFileHandle): Promise<void> {
  const file = await handle.getFile().catch(() => null);
  const read = file && (await readTextFile(file));
  const isUnreadable = !read || (!read.ok && read.problem === 'unreadable');
  const text = read?.ok ? read.text : '';
  await database.incoming.add({
    text,
    files: file && text === '' && !isUnreadable ? [file] : [],
    leftOut: isUnreadable ? 1 : 0,
    receivedAtMs: Date.now(),
  });
  await readIncoming();
}

/** Appends to the draft of Home while that page is closed. */
async function addToNewText(text: string): Promise<void> {
  const before = readDraft('home') || (await readLongDraft('home'));
  await writeDraft('home', before === '' ? text : `${before}\n\n${text}`);
}
