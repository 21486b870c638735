import { del, get, set } from 'idb-keyval';

/** The last write. Each write waits for the previous one, so that the latest text wins. */
let lastWrite: Promise<unknown> = Promise.resolve();

/** Reads a draft from IndexedDB; '' if there is none, or if the browser refuses access. */
export async function readLong(key: string): Promise<string> {
  try {
    return (await get<string>(key)) ?? '';
  } catch {
    return '';
  }
}

/** Stores a draft in IndexedDB; removes it if the text is empty. */
export function writeLong(key: string, text: string): Promise<boolean> {
  const write = lastWrite.then(async () => {
    try {
      if (text === '') await del(key);
      else await set(key, text);
      return true;
    } catch {
      return false;
    }
  });
  lastWrite = write;
  return write;
}
