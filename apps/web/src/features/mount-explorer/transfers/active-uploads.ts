const LOCK_PREFIX = 'satchel-entry-upload ';
const here = new Set<string>();

/** Tells one upload from others, in all tabs of the browser. */
export function uploadKeyOf(path: string, file: { size: number; lastModified: number }): string {
  return JSON.stringify([path, file.size, file.lastModified]);
}

/** While an upload is under way no tab offers to resume it. */
export async function whileUploading<Result>(
  key: string,
  upload: () => Promise<Result>,
): Promise<Result> {
  here.add(key);
  const held = Promise.withResolvers<void>();
  // Browsers have locks on secure pages only; elsewhere each tab knows of its own.
  void navigator.locks?.request(LOCK_PREFIX + key, () => held.promise);
  try {
    return await upload();
  } finally {
    here.delete(key);
    held.resolve();
  }
}

/** Those under way in this tab and in others. */
export async function activeUploads(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const names = held.flatMap(({ name }) => (name?.startsWith(LOCK_PREFIX) ? [name] : []));
  return new Set([...here, ...names.map((name) => name.slice(LOCK_PREFIX.length))]);
}
