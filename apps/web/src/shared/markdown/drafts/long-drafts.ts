import { del, get, set } from 'idb-keyval';

/** The last write: each waits for the one before it, so that the latest text stays. */
let lastWrite: Promise<unknown> = Promise.resolve();

/** A draft in IndexedDB; empty where there is none, or where the browser does not let us look. */
export async function readLong(key: string): Promise<string> {
  try {
    return (await get<string>(key)) ?? '';
  } catch {
    return '';
  }
}

/** Stores a draft in IndexedDB, or removes it there where it is empty. */
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
