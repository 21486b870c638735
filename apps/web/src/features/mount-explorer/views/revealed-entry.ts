let revealed: string | null = null;

/** Asks that an entry be shown and selected once its directory is listed. */
export function revealEntry(path: string): void {
  revealed = path;
}

/** Whether this is the entry that is to be shown; then it is asked for no more. */
export function takeRevealed(find: (path: string) => boolean): boolean {
  if (revealed === null || !find(revealed)) return false;
  revealed = null;
  return true;
}
